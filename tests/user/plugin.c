/* The plugin of test_plugin.cpp: a spring to a point that is not linear, a parabola that points stay above, a mass that
 * grows along x, a function that is not finite everywhere, and one that fails. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "user/jounce_plugin.h"

/* f = -k x^3 in every direction, k the first parameter times what `data` points to. */
static int cubic(void* data, const jounce_points* points, double* f, double* K, double* C) {
  const int n = points->count * points->dimension;
  const double k = points->parameters[0] * *(const double*)data;
  (void)C;
  for (int i = 0; i < n; ++i) {
    const double x = points->x[i];
    f[i] = -k * x * x * x;
    if (K != NULL) K[i * n + i] = 3 * k * x * x;
  }
  return JOUNCE_OK;
}

/* Height above y = x^2 / 2. */
static int parabola(void* data, const jounce_points* points, double* g, double* gradient) {
  const double x = points->x[0], y = points->x[1];
  (void)data;
  *g = y - x * x / 2;
  if (gradient != NULL) {
    gradient[0] = -x;
    gradient[1] = 1;
  }
  return JOUNCE_OK;
}

/* 1 + x^2 */
static int growing(void* data, const jounce_points* points, double* M) {
  (void)data;
  M[0] = 1 + points->x[0] * points->x[0];
  return JOUNCE_OK;
}

/* No number left of the origin. */
static int root(void* data, const jounce_points* points, double* f, double* K, double* C) {
  (void)data, (void)C;
  f[0] = -sqrt(points->x[0]);
  if (K != NULL) K[0] = 0;
  return JOUNCE_OK;
}

static int broken(void* data, const jounce_points* points, double* f, double* K, double* C) {
  (void)data, (void)points, (void)f, (void)K, (void)C;
  return JOUNCE_FAILED;
}

static double factor = 2;

__attribute__((visibility("default"))) int jounce_plugin(jounce_host* host) {
  if (host->version != JOUNCE_PLUGIN_VERSION) return JOUNCE_FAILED;
  host->add_force(host, "cubic", cubic, &factor);
  host->add_gap(host, "parabola", parabola, NULL);
  host->add_mass(host, "growing", growing, NULL);
  host->add_force(host, "root", root, NULL);
  host->add_force(host, "broken", broken, NULL);
  return JOUNCE_OK;
}
