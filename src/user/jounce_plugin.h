/* Functions of users for Jounce, compiled apart from it and loaded by a deck:
 *
 *     [[plugin]]
 *     name = "mine"
 *     file = "mine.so"            # relative to the deck
 *
 *     [[load]]
 *     name = "magnet"
 *     type = "user-force"
 *     function = "magnet"         # as it was added
 *     points = ["bob"]
 *     parameters = [1.5, 0.2]
 *
 * A plugin is a shared library that defines jounce_plugin():
 *
 *     cc -shared -fPIC -I PREFIX/include/jounce mine.c -o mine.so
 *
 * With n = count * dimension, matrices are n x n, row by row. What a function writes into is zero before. */
#ifndef JOUNCE_PLUGIN_H
#define JOUNCE_PLUGIN_H

/* C, so that plugins of any compiler fit: NOLINTBEGIN(modernize-*, readability-identifier-naming) */

#ifdef __cplusplus
extern "C" {
#endif

#define JOUNCE_PLUGIN_VERSION 1

/* Points as a function sees them, in fixed axes, in the order of the deck. */
typedef struct jounce_points {
  int count;
  int dimension;
  double time;
  const double* x; /* places, count x dimension */
  const double* v; /* velocities, count x dimension */
  int n_parameters;
  const double* parameters;
} jounce_points;

/* What functions return. After JOUNCE_FAILED the step fails and is cut. */
enum {
  JOUNCE_OK = 0,
  JOUNCE_NO_DERIVATIVES = 1, /* the rest is there; derivatives are to be taken by differences */
  JOUNCE_FAILED = 2
};

/* Forces f; where K is not NULL also K = -df/dx and C = -df/dv. */
typedef int (*jounce_force)(void* data, const jounce_points* points, double* f, double* K, double* C);
/* Gap g(x), positive when open; where gradient is not NULL also dg/dx. */
typedef int (*jounce_gap)(void* data, const jounce_points* points, double* g, double* gradient);
/* Mass matrix M(x), symmetric. */
typedef int (*jounce_mass)(void* data, const jounce_points* points, double* M);

/* Where a plugin puts its functions. Names are those of the keys `function` of decks; `data` comes back in
 * every call. */
typedef struct jounce_host {
  int version; /* JOUNCE_PLUGIN_VERSION of the program */
  void* implementation;
  void (*add_force)(struct jounce_host* host, const char* name, jounce_force function, void* data);
  void (*add_gap)(struct jounce_host* host, const char* name, jounce_gap function, void* data);
  void (*add_mass)(struct jounce_host* host, const char* name, jounce_mass function, void* data);
} jounce_host;

/* Called once for every run. Returns JOUNCE_OK, or another value when the plugin cannot be used. */
int jounce_plugin(jounce_host* host);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-*, readability-identifier-naming) */
#endif
