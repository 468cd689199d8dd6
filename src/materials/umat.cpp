#include "materials/umat.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "materials/linear_elastic.h"

namespace jounce {
namespace {

constexpr std::size_t kNameLength = 80;  ///< of CMNAME, padded with blanks

std::string padded(std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  name.resize(kNameLength, ' ');
  return name;
}

}  // namespace

Umat::Umat(double density, UmatFunction function, Options options)
    : Material(density),
      function_(function),
      options_(std::move(options)),
      has_axes_(!options_.axes.isIdentity(0)) {
  options_.name = padded(options_.name);
  if (options_.constants.empty()) options_.constants.push_back(0);  // PROPS is never null
}

Umat::Answer Umat::call(const Voigt& strain, const PointState& from, double* history) const {
  if (from.history != history) std::copy_n(from.history, history_size(), history);
  const int ndi = 3, nshr = options_.components - ndi, ntens = options_.components;
  const int states = options_.state_variables;
  const int constants = static_cast<int>(options_.constants.size());
  const Voigt own =
      has_axes_ ? to_voigt(options_.axes.transpose() * to_matrix(strain, 0.5) * options_.axes, 2) : strain;
  const Eigen::Map<Voigt> stress(history + kStress), before(history + kStrain);
  const Voigt stran = before, dstran = own - before, stress_n = stress;
  const double now = from.temperature.value_or(0);
  const double temperature = history[kHasTemperature] != 0 ? history[kTemperature] : now,
               dtemp = now - temperature;
  const std::array<double, 2> time = {history[kTime], history[kTime]};
  const double celent =
      history[kLength] > 0 ? history[kLength] : 1;  // none: the stiffness of the unstrained law
  double pnewdt = 1, rpl = 0, drpldt = 0;
  std::array<double, 6> ddsddt{}, drplde{};
  const double predef = 0, dpred = 0, dtime = from.dt;
  const std::array<double, 3> coords{};
  const Matrix3 identity = Matrix3::Identity();
  const int noel = 0, npt = 0, layer = 1, kspt = 1, kinc = 1;
  const std::array<int, 4> jstep = {1, 0, 0, 0};
  std::array<double, 36> ddsdde{};
  double* const energies = history + kEnergies;
  function_(history + kStress, history + kStates, ddsdde.data(), energies, energies + 1, energies + 2, &rpl,
            ddsddt.data(), drplde.data(), &drpldt, stran.data(), dstran.data(), time.data(), &dtime,
            &temperature, &dtemp, &predef, &dpred, options_.name.data(), &ndi, &nshr, &ntens, &states,
            options_.constants.data(), &constants, coords.data(), identity.data(), &pnewdt, &celent,
            identity.data(), identity.data(), &noel, &npt, &layer, &kspt, jstep.data(), &kinc, kNameLength);
  const std::string name = options_.name.substr(0, options_.name.find_last_not_of(' ') + 1);
  if (pnewdt < 1)
    throw std::runtime_error(
        fmt::format("the UMAT of material '{}' asks for a shorter step (PNEWDT = {:.3g})", name, pnewdt));
  Answer answer;
  for (int j = 0; j < ntens; ++j)
    for (int i = 0; i < ntens; ++i) answer.tangent(i, j) = ddsdde[static_cast<std::size_t>(ntens * j + i)];
  if (!stress.allFinite() || !answer.tangent.allFinite())
    throw std::runtime_error(
        fmt::format("the UMAT of material '{}' gives a stress or tangent that is no number", name));
  history[kWork] += 0.5 * (stress_n + stress).dot(dstran);
  Eigen::Map<Voigt>(history + kStrain) = own;
  history[kTime] += from.dt;
  if (from.temperature) {
    history[kTemperature] = now;
    history[kHasTemperature] = 1;
  }
  answer.dissipated = energies[1] + energies[2];
  answer.energy = energies[0] != 0 ? energies[0] : history[kWork] - answer.dissipated;
  return answer;
}

void Umat::respond(const Voigt& strain, const PointState& from, bool tangent, double* history,
                   MaterialResponse& out, double* work) const {
  const Answer answer = call(strain, from, history);
  const double J = options_.is_finite ? std::exp(strain.head<3>().sum()) : 1;
  Voigt stress = J * Eigen::Map<const Voigt>(history + kStress);
  if (has_axes_) stress = to_voigt(options_.axes * to_matrix(stress, 1) * options_.axes.transpose(), 1);
  out.stress = stress;
  out.energy = answer.energy;
  if (work != nullptr) *work = answer.dissipated;
  if (!tangent) return;
  out.tangent = J * answer.tangent;
  if (has_axes_) out.tangent = rotated_stiffness(out.tangent, options_.axes);
}

void Umat::evaluate(const Voigt& strain, const PointState& at, bool tangent, MaterialResponse& out) const {
  thread_local std::vector<double> history;
  history.resize(static_cast<std::size_t>(history_size()));
  respond(strain, at, tangent, history.data(), out, nullptr);
}

double Umat::plastic_work(const Voigt& strain, const PointState& at) const {
  thread_local std::vector<double> history;
  history.resize(static_cast<std::size_t>(history_size()));
  return call(strain, at, history.data()).dissipated;
}

void Umat::update(const Voigt& strain, const PointState& from, double* history) const {
  call(strain, from, history);
}

void Umat::advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
                   double* work) const {
  respond(strain, from, false, history, out, work);
}

}  // namespace jounce
