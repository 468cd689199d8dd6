// The elastic bar of inputs/elastic_bar.toml (contact closed from the start) with Siconos, Moreau-Jean
// scheme, dense matrices: what a user of the Debian package gets. Prints user CPU seconds of the time loop
// and the mean force.
//
//   siconos_bar ELEMENTS STEP STEPS

#include <sys/resource.h>

#include <SiconosKernel.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace {

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: siconos_bar ELEMENTS STEP STEPS\n");
    return 2;
  }
  const unsigned elements = static_cast<unsigned>(std::atoi(argv[1]));
  const double h = std::atof(argv[2]);
  const int steps = std::atoi(argv[3]);
  constexpr double kModulus = 900, kDensity = 1, kLength = 10, kSpeed = 10;
  const unsigned nodes = elements + 1;
  const double size = kLength / elements;

  SP::SimpleMatrix M(new SimpleMatrix(nodes, nodes));
  SP::SimpleMatrix K(new SimpleMatrix(nodes, nodes));
  M->zero();
  K->zero();
  for (unsigned e = 0; e < elements; ++e)
    for (unsigned i = 0; i < 2; ++i)
      for (unsigned j = 0; j < 2; ++j) {
        const double mass = kDensity * size / (i == j ? 3 : 6);
        const double stiffness = kModulus / size * (i == j ? 1 : -1);
        M->setValue(e + i, e + j, M->getValue(e + i, e + j) + mass);
        K->setValue(e + i, e + j, K->getValue(e + i, e + j) + stiffness);
      }

  SP::SiconosVector q(new SiconosVector(nodes, 0.0));
  SP::SiconosVector v(new SiconosVector(nodes, -kSpeed));
  SP::LagrangianLinearTIDS bar(new LagrangianLinearTIDS(q, v, M));
  bar->setKPtr(K);
  SP::SimpleMatrix H(new SimpleMatrix(1, nodes));
  H->zero();
  H->setValue(0, 0, 1.0);
  SP::Interaction wall(
      new Interaction(SP::NonSmoothLaw(new NewtonImpactNSL(0.0)), SP::Relation(new LagrangianLinearTIR(H))));
  SP::NonSmoothDynamicalSystem model(new NonSmoothDynamicalSystem(0.0, 2 * h * steps));
  model->insertDynamicalSystem(bar);
  model->link(wall, bar);
  SP::TimeDiscretisation time(new TimeDiscretisation(0.0, h));
  SP::OneStepIntegrator scheme(new MoreauJeanOSI(1.0 / 1.8));
  SP::TimeStepping simulation(new TimeStepping(model, time, scheme, SP::OneStepNSProblem(new LCP())));

  simulation->computeOneStep();  // set-up and factorisation
  simulation->nextStep();
  double force = 0;
  const double begin = user_seconds();
  for (int k = 1; k < steps; ++k) {
    simulation->computeOneStep();
    force += (*wall->lambda(1))(0) / h;
    simulation->nextStep();
  }
  std::printf("%.6f s user for %d steps, mean force %.3f\n", user_seconds() - begin, steps - 1,
              force / (steps - 1));
  return 0;
}
