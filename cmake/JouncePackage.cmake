# Debian packages: cd build && cpack. `jounce` is the program, `libjounce-dev` the library. What the programs link is found
# by dpkg-shlibdeps. .ci/check-package builds them, and installs and runs them in a clean Debian.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME jounce)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_CONTACT "Jounce developers <developers@jounce.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME jounce)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
foreach(library IN LISTS JOUNCE_ON_DEMAND)  # which the program loads without linking it
  get_filename_component(file ${library} REALPATH)
  execute_process(COMMAND dpkg-query -S ${file} OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^([^:]+):")
    list(APPEND on_demand_packages ${CMAKE_MATCH_1})
  endif()
endforeach()
list(JOIN on_demand_packages ", " CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot, openmpi-bin, libopenblas0-pthread, python3, python3-numpy")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "paraview, ffmpeg, python3-scipy")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
"Jounce computes how structures and mechanisms move when they hit things: bars,
beams, solids, rigid and flexible bodies, joints, springs, contact with
restitution and Coulomb friction, described in a text file. It integrates the
equations of motion by nonsmooth time stepping schemes and leaves tables,
pictures and fields for ParaView.

This package has the program, its examples, verification cases and
documentation. Plots need gnuplot; runs on several ranks need mpiexec;
the Python module needs NumPy, its matrices SciPy.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libjounce-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpetsc-real-dev, libslepc-real-dev, libhdf5-openmpi-dev, \
libopenmpi-dev, libmetis-dev, libsuitesparse-dev, libeigen3-dev, libtomlplusplus-dev, libcli11-dev, \
libfmt-dev, libmuparser-dev, pkg-config")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "jounce (= ${PROJECT_VERSION}-1), cmake, g++")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
"Jounce computes how structures and mechanisms move when they hit things.

This package has the solver as a static library, its headers and a CMake
package: find_package(jounce), target jounce::jounce.")

# Files that Debian asks for, in packages only.
find_program(JOUNCE_GZIP gzip)
mark_as_advanced(JOUNCE_GZIP)
if(JOUNCE_GZIP)
  foreach(pair program=jounce development=libjounce-dev)
    string(REGEX REPLACE "=.*" "" component ${pair})
    string(REGEX REPLACE ".*=" "" package ${pair})
    set(folder ${PROJECT_BINARY_DIR}/generated/debian)
    configure_file(cmake/debian/changelog ${folder}/changelog.Debian @ONLY)
    execute_process(COMMAND ${JOUNCE_GZIP} -9nkf ${folder}/changelog.Debian)
    install(FILES ${folder}/changelog.Debian.gz cmake/debian/copyright
      DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  endforeach()
endif()

include(CPack)
