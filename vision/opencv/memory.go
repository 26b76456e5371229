package opencv

// #include <malloc.h>
//
// // glibc gives every thread a heap of its own, and what was freed in one is not used again
// // by another: a picture here and a picture there. On a small computer that costs more
// // than waiting for one lock. It must be said before the first thread asks for memory.
// __attribute__((constructor)) static void oneHeap(void) { mallopt(M_ARENA_MAX, 1); }
import "C"
