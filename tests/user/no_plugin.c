/* A library that is no plugin: it lacks jounce_plugin(). */
int nothing_of_a_plugin(void) { return 0; }
