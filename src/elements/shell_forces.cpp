// Forces, energies and history of shells.

#include <algorithm>

#include "elements/shell_block.h"

namespace jounce::shell {

template <int N>
const double* ShellBlock<N>::history_at(const Element& e, std::size_t point) const {
  return e.history == nullptr ? nullptr
                              : e.history + point * static_cast<std::size_t>(section().history_size());
}

template <int N>
Strains ShellBlock<N>::strains(const Element& e, const Point<N>& point) const {
  Strains s;
  for (int c = 0; c < 3; ++c) s[c] = 0.5 * point.form(c).cwiseProduct(e.xx).sum();
  for (int c = 3; c < kStrains; ++c) s[c] = point.form(c).cwiseProduct(e.xd).sum();
  return s;
}

template <int N>
Strains ShellBlock<N>::rates(const Element& e, const Point<N>& point) const {
  const Form<N> xv = e.x.transpose() * e.v;
  const Form<N> xd = e.v.transpose() * e.d + e.x.transpose() * e.w;
  Strains s;
  for (int c = 0; c < 3; ++c) s[c] = point.form(c).cwiseProduct(xv).sum();
  for (int c = 3; c < kStrains; ++c) s[c] = point.form(c).cwiseProduct(xd).sum();
  return s;
}

template <int N>
Strains ShellBlock<N>::stress(const Element& e, std::size_t point, Resultants& out, bool tangent) const {
  const Point<N>& at = e.geometry->points[point];
  section().respond(strains(e, at), history_at(e, point), e.dt, tangent, out);
  if (properties().beta == 0) return out.stress;
  return out.stress + properties().beta * section().stiffness() * rates(e, at);
}

template <int N>
double ShellBlock<N>::drilling_stiffness(const Corner<N>& corner) const {
  return properties().drilling * section().membrane_shear() * corner.area;
}

template <int N>
typename ShellBlock<N>::Drilling ShellBlock<N>::drilling(const Element& e, int a) const {
  const Corner<N>& corner = e.geometry->corners[a];
  const Vector3 x_1 = e.x * corner.slopes.col(0), x_2 = e.x * corner.slopes.col(1);
  Drilling at;
  at.t_1 = e.R[a] * corner.t_1;
  at.t_2 = e.R[a] * corner.t_2;
  at.r = 0.5 * (x_1.dot(at.t_2) - x_2.dot(at.t_1));
  at.by_turn =
      0.5 * (corner.t_2.cross(e.R[a].transpose() * x_1) - corner.t_1.cross(e.R[a].transpose() * x_2));
  return at;
}

template <int N>
double ShellBlock<N>::add_drilling_force(const Element& e, Nodes<N>& by_x, Nodes<N>& moments) const {
  double energy = 0;
  for (int a = 0; a < N; ++a) {
    const Corner<N>& corner = e.geometry->corners[a];
    const Drilling at = drilling(e, a);
    const double moment = drilling_stiffness(corner) * at.r;
    by_x += (0.5 * moment * at.t_2) * corner.slopes.col(0).transpose();
    by_x -= (0.5 * moment * at.t_1) * corner.slopes.col(1).transpose();
    moments.col(a) += moment * at.by_turn;
    energy += 0.5 * moment * at.r;
  }
  return energy;
}

template <int N>
template <class StressAt>
double ShellBlock<N>::find_inner_force(const State& state, std::vector<double>& force,
                                       const StressAt& stress_at) const {
  double of_drilling = 0;
  force.assign(6 * cells().points.size(), 0.0);
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const Element e = gather(state, i);
    Form<N> H = Form<N>::Zero(), G = Form<N>::Zero();
    for (std::size_t p = 0; p < kPoints<N>; ++p) {
      const Point<N>& point = e.geometry->points[p];
      const Strains s = point.area * stress_at(e, p, i);
      for (int c = 0; c < 3; ++c) H += s[c] * point.form(c);
      for (int c = 3; c < kStrains; ++c) G += s[c] * point.form(c);
    }
    Nodes<N> by_x = e.x * H + e.d * G.transpose(), moments;
    const Nodes<N> by_d = e.x * G;
    for (int a = 0; a < N; ++a)
      moments.col(a) = Vector3(e.geometry->D.col(a)).cross(e.R[a].transpose() * by_d.col(a));
    of_drilling += add_drilling_force(e, by_x, moments);
    for (int a = 0; a < N; ++a) {
      double* const at = force.data() + 6 * static_cast<std::size_t>(cells().cell(i)[a]);
      for (int k = 0; k < 3; ++k) {
        at[k] += by_x(k, a);
        at[3 + k] += moments(k, a);
      }
    }
  }
  return of_drilling;
}

template <int N>
void ShellBlock<N>::subtract(const std::vector<double>& force, const State& state, Vector& f) const {
  const double* at = force.data();
  for (const auto& dofs : cells().dofs)
    for (const Index dof : dofs) f[dof] -= *at++;
  if (properties().alpha != 0) add_mass_product(state, state.v, -properties().alpha, f);
}

template <int N>
void ShellBlock<N>::add_force(const State& state, Vector& f) const {
  if (!last_.force.empty() && is_last(state)) return subtract(last_.force, state, f);
  Resultants out;
  find_inner_force(state, force_,
                   [&](const Element& e, std::size_t p, std::size_t) { return stress(e, p, out, false); });
  subtract(force_, state, f);
}

template <int N>
void ShellBlock<N>::add_final_force(const State& state, std::span<double> history, Vector& f) const {
  const auto stride = static_cast<std::size_t>(section().history_size());
  forget_answers();  // a law may throw
  double strain = 0, plastic = 0;
  Resultants out;
  const double of_drilling =
      find_inner_force(state, last_.force, [&](const Element& e, std::size_t p, std::size_t i) -> Strains {
        const Point<N>& at = e.geometry->points[p];
        double* const next = history.empty()
                                 ? nullptr
                                 : history.data() + (cells().place_in_whole(i) * kPoints<N> + p) * stride;
        section().advance(strains(e, at), history_at(e, p), e.dt, next, out);
        strain += at.area * out.energy;
        plastic += at.area * out.plastic;
        if (properties().beta == 0) return out.stress;
        return out.stress + properties().beta * section().stiffness() * rates(e, at);
      });
  subtract(last_.force, state, f);
  if (properties().beta != 0) last_.force.clear();
  last_.strain = strain + of_drilling;
  last_.plastic = plastic;
  remember(state, history.data());
}

template <int N>
typename ShellBlock<N>::Flow ShellBlock<N>::flow_of(const State& state) const {
  if (first_history_ < 0) return {};
  const HistoryArray& history = state.history[static_cast<std::size_t>(first_history_)];
  return {history.committed().data(), std::max(0.0, state.t - history.time)};
}

template <int N>
template <class Visit>
void ShellBlock<N>::each_coordinate(const State& state, const Visit& visit) const {
  for (std::size_t node = 0; node < cells().points.size(); ++node) {
    for (int k = 0; k < 3; ++k) visit(7 * node + static_cast<std::size_t>(k), state.q[cells().dofs[node][k]]);
    for (int k = 0; k < 4; ++k)
      visit(7 * node + 3 + static_cast<std::size_t>(k), state.q[cells().quaternions[node] + k]);
  }
}

template <int N>
bool ShellBlock<N>::is_last(const State& state) const {
  if (last_.q.empty()) return false;
  const Flow now = flow_of(state);
  const bool is_same = now.before == last_.flow.before && now.dt == last_.flow.dt;
  // what was left at the end of the step has been accepted: nothing flows any more
  const bool is_accepted = now.before == last_.next && now.before != nullptr && now.dt == 0;
  if (!is_same && !is_accepted) return false;
  bool same = true;
  each_coordinate(state, [&](std::size_t place, double value) { same &= last_.q[place] == value; });
  return same;
}

template <int N>
void ShellBlock<N>::remember(const State& state, const double* next) const {
  last_.flow = flow_of(state);
  last_.next = next;
  last_.q.resize(7 * cells().points.size());
  each_coordinate(state, [&](std::size_t place, double value) { last_.q[place] = value; });
}

template <int N>
void ShellBlock<N>::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  energies.kinetic += kinetic_energy(state);
  const bool knows = is_last(state);
  if (knows) {
    energies.strain += last_.strain;
    energies.plastic += last_.plastic;
  }
  for (std::size_t i = 0; i < cells().size() && !(knows && gravity.isZero(0)); ++i) {
    const Nodal nodal = this->nodal(i);
    for (int a = 0; a < N; ++a) {
      const auto& dofs = cells().dofs[cells().cell(i)[a]];
      for (int k = 0; k < 3; ++k) energies.gravity -= nodal.mass[a] * gravity[k] * state.q[dofs[k]];
    }
    if (knows) continue;
    const Element e = gather(state, i);
    for (std::size_t p = 0; p < kPoints<N>; ++p) {
      const Point<N>& point = e.geometry->points[p];
      Resultants out;
      section().add_energies(strains(e, point), history_at(e, p), e.dt, out);
      energies.strain += point.area * out.energy;
      energies.plastic += point.area * out.plastic;
    }
    for (int a = 0; a < N; ++a) {
      const double r = drilling(e, a).r;
      energies.strain += 0.5 * drilling_stiffness(e.geometry->corners[a]) * r * r;
    }
  }
}

template <int N>
void ShellBlock<N>::add_powers(const State& state, Powers& powers) const {
  const double alpha = properties().alpha, beta = properties().beta;
  if (alpha != 0) powers.damping += 2 * alpha * kinetic_energy(state);
  for (std::size_t i = 0; beta != 0 && i < cells().size(); ++i) {
    const Element e = gather(state, i);
    for (const Point<N>& point : e.geometry->points) {
      const Strains rate = rates(e, point);
      powers.damping += beta * point.area * rate.dot(section().stiffness() * rate);
    }
  }
}

template <int N>
void ShellBlock<N>::update_history(const State& state, std::span<double> history) const {
  const auto stride = static_cast<std::size_t>(section().history_size());
  Resultants out;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const Element e = gather(state, i);
    for (std::size_t p = 0; p < kPoints<N>; ++p)
      section().advance(strains(e, e.geometry->points[p]), history_at(e, p), e.dt,
                        history.data() + (cells().place_in_whole(i) * kPoints<N> + p) * stride, out);
  }
}

template class ShellBlock<3>;
template class ShellBlock<4>;
template class ShellBlock<6>;
template class ShellBlock<8>;

}  // namespace jounce::shell
