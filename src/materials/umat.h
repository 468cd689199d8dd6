#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "materials/material.h"

namespace jounce {

/// Abaqus' interface for materials of users: the Fortran subroutine UMAT (Abaqus User Subroutines Reference
/// Guide, "UMAT"), with the length of CMNAME behind the arguments as compilers of Fortran pass it.
using UmatFunction = void (*)(double* STRESS, double* STATEV, double* DDSDDE, double* SSE, double* SPD,
                              double* SCD, double* RPL, double* DDSDDT, double* DRPLDE, double* DRPLDT,
                              const double* STRAN, const double* DSTRAN, const double* TIME,
                              const double* DTIME, const double* TEMP, const double* DTEMP,
                              const double* PREDEF, const double* DPRED, const char* CMNAME, const int* NDI,
                              const int* NSHR, const int* NTENS, const int* NSTATV, const double* PROPS,
                              const int* NPROPS, const double* COORDS, const double* DROT, double* PNEWDT,
                              const double* CELENT, const double* DFGRD0, const double* DFGRD1,
                              const int* NOEL, const int* NPT, const int* LAYER, const int* KSPT,
                              const int* JSTEP, const int* KINC, std::size_t cmname_length);

/// A law of a user: stress and tangent DDSDDE of an increment of strain from the stress and the state
/// variables STATEV before it. The history of a point holds both with the strain, the time and the energies.
///
/// With small strain the stress is that law's. On logarithmic strains e (`is_finite`) it is the true one, in
/// axes that turn with the principal stretches (DROT is the identity), and DDSDDE the tangent dJs/de / J that
/// Abaqus wants: T = J s, dT/de = J DDSDDE, J = exp(tr e).
class Umat final : public Material {
 public:
  struct Options {
    std::string name;  ///< CMNAME
    std::vector<double> constants;
    int state_variables = 0;
    int components = 6;  ///< NTENS: 6, or 4 in the plane (11, 22, 33, 12)
    bool is_finite = false;
    Matrix3 axes = Matrix3::Identity();  ///< columns: in which strains and stresses are passed
  };
  Umat(double density, UmatFunction function, Options options);

  int history_size() const override { return kStates + options_.state_variables; }
  int length_place() const override { return kLength; }
  bool depends_on_rate() const override { return true; }
  bool depends_on_temperature() const override { return true; }
  /// Throws std::runtime_error where the law asks for a shorter step (PNEWDT < 1) or gives no number.
  void evaluate(const Voigt& strain, const PointState& at, bool tangent,
                MaterialResponse& out) const override;
  double plastic_work(const Voigt& strain, const PointState& at) const override;
  void update(const Voigt& strain, const PointState& from, double* history) const override;
  void advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
               double* work) const override;

 private:
  // Places in the history: length of the element, time, temperature and whether it is known, stress, strain,
  // SSE, SPD, SCD, work of the stress, STATEV.
  static constexpr int kLength = 0, kTime = 1, kTemperature = 2, kHasTemperature = 3, kStress = 4,
                       kStrain = 10, kEnergies = 16, kWork = 19, kStates = 20;
  struct Answer {
    VoigtMatrix tangent = VoigtMatrix::Zero();  ///< DDSDDE
    double energy = 0, dissipated = 0;
  };
  /// @param history  of history_size(): that of `from`, brought to the strain
  Answer call(const Voigt& strain, const PointState& from, double* history) const;
  void respond(const Voigt& strain, const PointState& from, bool tangent, double* history,
               MaterialResponse& out, double* work) const;

  UmatFunction function_;
  Options options_;
  bool has_axes_;
};

}  // namespace jounce
