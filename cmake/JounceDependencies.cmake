# Third-party libraries, all Debian 12 packages (the list with the package names is in the script `setup`).
# Defines jounce_dependencies, what the solver links. Installed too: programs that link the solver find them by it.

find_package(MPI REQUIRED COMPONENTS C)
find_package(PkgConfig REQUIRED)
pkg_check_modules(PETSC REQUIRED IMPORTED_TARGET PETSc>=3.18)
set_target_properties(PkgConfig::PETSC PROPERTIES INTERFACE_COMPILE_OPTIONS "")  # Debian's hardening flags, not needed
pkg_check_modules(SLEPC REQUIRED IMPORTED_TARGET SLEPc>=3.18)
set_target_properties(PkgConfig::SLEPC PROPERTIES INTERFACE_COMPILE_OPTIONS "")
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5-openmpi)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(tomlplusplus REQUIRED CONFIG)
find_package(CLI11 REQUIRED CONFIG)
find_package(fmt REQUIRED CONFIG)
find_package(muparser REQUIRED CONFIG)

# METIS, KLU, CHOLMOD and UMFPACK come without CMake or pkg-config files.
find_path(METIS_INCLUDE_DIR metis.h REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
add_library(METIS::METIS UNKNOWN IMPORTED)
set_target_properties(METIS::METIS PROPERTIES
  IMPORTED_LOCATION ${METIS_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${METIS_INCLUDE_DIR})

find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(KLU_LIBRARY klu REQUIRED)
add_library(KLU::KLU UNKNOWN IMPORTED)
set_target_properties(KLU::KLU PROPERTIES
  IMPORTED_LOCATION ${KLU_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${KLU_INCLUDE_DIR})

find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
add_library(CHOLMOD::CHOLMOD UNKNOWN IMPORTED)
set_target_properties(CHOLMOD::CHOLMOD PROPERTIES
  IMPORTED_LOCATION ${CHOLMOD_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${CHOLMOD_INCLUDE_DIR})

find_path(UMFPACK_INCLUDE_DIR umfpack.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(UMFPACK_LIBRARY umfpack REQUIRED)
add_library(UMFPACK::UMFPACK UNKNOWN IMPORTED)
set_target_properties(UMFPACK::UMFPACK PROPERTIES
  IMPORTED_LOCATION ${UMFPACK_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${UMFPACK_INCLUDE_DIR})

# Those that PETSc and CHOLMOD use.
find_library(BLAS_LIBRARY blas REQUIRED)
find_library(LAPACK_LIBRARY lapack REQUIRED)

add_library(jounce_dependencies INTERFACE)
# Programs with this property have something else in their place: see JounceLibrariesOnDemand.cmake.
set(linked $<NOT:$<BOOL:$<TARGET_PROPERTY:JOUNCE_ON_DEMAND>>>)
target_link_libraries(jounce_dependencies INTERFACE
  $<${linked}:PkgConfig::SLEPC> $<${linked}:PkgConfig::PETSC> $<${linked}:PkgConfig::HDF5> MPI::MPI_C METIS::METIS
  KLU::KLU $<${linked}:CHOLMOD::CHOLMOD> $<${linked}:UMFPACK::UMFPACK> $<${linked}:${LAPACK_LIBRARY}>
  $<${linked}:${BLAS_LIBRARY}> Eigen3::Eigen tomlplusplus::tomlplusplus CLI11::CLI11
  fmt::fmt muparser::muparser ${CMAKE_DL_LIBS})
