/* UMATs of the tests: linear elasticity (umat_), von Mises plasticity with linear hardening (j2_), and one
 * that asks for shorter steps (impatient_), by Abaqus' interface. PROPS: E, nu, yield stress, slope of
 * hardening. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#define UMAT(name)                                                                                     \
  void name(double* stress, double* statev, double* ddsdde, double* sse, double* spd, double* scd,     \
            double* rpl, double* ddsddt, double* drplde, double* drpldt, const double* stran,          \
            const double* dstran, const double* time, const double* dtime, const double* temp,         \
            const double* dtemp, const double* predef, const double* dpred, const char* cmname,        \
            const int* ndi, const int* nshr, const int* ntens, const int* nstatv, const double* props, \
            const int* nprops, const double* coords, const double* drot, double* pnewdt,               \
            const double* celent, const double* dfgrd0, const double* dfgrd1, const int* noel,         \
            const int* npt, const int* layer, const int* kspt, const int* jstep, const int* kinc,      \
            size_t length)

static void elastic(double E, double nu, int ndi, int ntens, double* D) {
  const double mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  memset(D, 0, sizeof(double) * (size_t)(ntens * ntens));
  for (int i = 0; i < ndi; ++i) {
    for (int j = 0; j < ndi; ++j) D[i + ntens * j] = lambda;
    D[i + ntens * i] += 2 * mu;
  }
  for (int i = ndi; i < ntens; ++i) D[i + ntens * i] = mu;
}

/* Two constants. SSE is left to the program. */
UMAT(umat_) {
  elastic(props[0], props[1], *ndi, *ntens, ddsdde);
  for (int i = 0; i < *ntens; ++i)
    for (int j = 0; j < *ntens; ++j) stress[i] += ddsdde[i + *ntens * j] * dstran[j];
}

/* The same, which names itself in its stress when it is called as it should not be. */
UMAT(strict_) {
  int right = *ndi == 3 && *nshr == *ntens - 3 && *nprops == 2 && *nstatv == 3 && length == 80 && *dtime >= 0;
  right = right && memcmp(cmname, "ROCK ", 5) == 0 && cmname[79] == ' ' && drot[0] == 1 && *celent > 0 &&
          *layer == 1;
  elastic(props[0], props[1], *ndi, *ntens, ddsdde);
  for (int i = 0; i < *ntens; ++i) /* from the whole strain, which has to be that of all increments */
    for (int j = 0; j < *ntens; ++j)
      stress[i] = (j == 0 ? 0 : stress[i]) + ddsdde[i + *ntens * j] * (stran[j] + dstran[j]);
  if (fabs(statev[0] - time[1]) > 1e-12) right = 0; /* time since the start */
  statev[0] = time[1] + *dtime;
  statev[2] += 1;
  if (!right) stress[0] = NAN;
}

/* Four constants, one state variable: the plastic strain. */
UMAT(j2_) {
  const double E = props[0], nu = props[1], yield = props[2], slope = props[3];
  const double mu = E / (2 * (1 + nu)), bulk = E / (3 * (1 - 2 * nu));
  double s[6], old[6];
  memcpy(old, stress, sizeof(double) * (size_t)*ntens);
  elastic(E, nu, *ndi, *ntens, ddsdde);
  for (int i = 0; i < *ntens; ++i)
    for (int j = 0; j < *ntens; ++j) stress[i] += ddsdde[i + *ntens * j] * dstran[j];
  const double pressure = (stress[0] + stress[1] + stress[2]) / 3;
  double norm = 0;
  for (int i = 0; i < *ntens; ++i) {
    s[i] = i < 3 ? stress[i] - pressure : stress[i];
    norm += (i < 3 ? 1 : 2) * s[i] * s[i];
  }
  const double q = sqrt(1.5 * norm), limit = yield + slope * statev[0];
  double flow[6] = {0}, growth = 0;
  if (q > limit) {
    growth = (q - limit) / (3 * mu + slope);
    for (int i = 0; i < *ntens; ++i) {
      flow[i] = 1.5 * s[i] / q;
      stress[i] -= 2 * mu * growth * flow[i];
    }
    *spd += growth * (limit + slope * growth / 2);
    statev[0] += growth;
    const double shear = mu * (1 - 3 * mu * growth / q), a = bulk - 2 * shear / 3;
    const double b = 4 * mu * mu * (growth / q - 1 / (3 * mu + slope));
    memset(ddsdde, 0, sizeof(double) * (size_t)(*ntens * *ntens));
    for (int i = 0; i < *ntens; ++i)
      for (int j = 0; j < *ntens; ++j)
        ddsdde[i + *ntens * j] =
            (i < 3 && j < 3 ? a : 0) + (i == j ? (i < 3 ? 2 : 1) * shear : 0) + b * flow[i] * flow[j];
  }
  for (int i = 0; i < *ntens; ++i) *sse += 0.5 * (old[i] + stress[i]) * dstran[i];
  *sse -= growth * (limit + slope * growth / 2);
}

/* Orthotropic: the nine constants of *ELASTIC, TYPE=ORTHO. */
UMAT(ortho_) {
  const double D[3][3] = {
      {props[0], props[1], props[3]}, {props[1], props[2], props[4]}, {props[3], props[4], props[5]}};
  memset(ddsdde, 0, sizeof(double) * (size_t)(*ntens * *ntens));
  for (int i = 0; i < *ntens; ++i)
    for (int j = 0; j < *ntens; ++j)
      ddsdde[i + *ntens * j] = i < 3 && j < 3 ? D[i][j] : i == j ? props[3 + i] : 0;
  for (int i = 0; i < *ntens; ++i)
    for (int j = 0; j < *ntens; ++j) stress[i] += ddsdde[i + *ntens * j] * dstran[j];
}

/* Increments longer than the third constant are too long. */
UMAT(impatient_) {
  elastic(props[0], props[1], *ndi, *ntens, ddsdde);
  for (int i = 0; i < *ntens; ++i)
    for (int j = 0; j < *ntens; ++j) stress[i] += ddsdde[i + *ntens * j] * dstran[j];
  if (*dtime > props[2]) *pnewdt = 0.25;
}

UMAT(broken_) { stress[0] = NAN; }
