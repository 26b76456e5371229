#include <stddef.h>

/*
 * shrink_bgr makes a picture k times smaller: w x h pixels of three bytes, each the mean of
 * k x k pixels of src, whose rows lie stride bytes apart. k is 2 to 16. room has space for
 * 6 * k * w + 16 numbers.
 */
void shrink_bgr(const unsigned char *src, size_t stride, unsigned char *dst, int w, int h, int k, unsigned short *room);
