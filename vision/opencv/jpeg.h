#include <stddef.h>

/*
 * bgr_to_jpeg makes a JPEG of w x h pixels of three bytes, blue first. The caller frees the
 * result; it is NULL, and size 0, where libjpeg refuses.
 */
unsigned char *bgr_to_jpeg(const unsigned char *pixels, int w, int h, int quality, unsigned long *size);
