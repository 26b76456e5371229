#include <string.h>

#include "shrink.h"

/*
 * Written so that a compiler turns every loop but the one that picks into a few instructions
 * for many bytes at a time. k is a constant where this is inlined.
 */
static inline __attribute__((always_inline)) void shrink_row(const unsigned char *restrict src, size_t stride,
	unsigned char *restrict dst, int w, int k, unsigned short *restrict column, unsigned short *restrict run)
{
	const float part = 1.0f / (float)(k * k);
	const int wide = 3 * k * w;
	int i, j;

	for (i = 0; i < wide; i++) {
		unsigned short sum = src[i];
		for (j = 1; j < k; j++)
			sum += src[i + j * stride];
		column[i] = sum;
	}
	for (i = 0; i < wide - 3 * (k - 1); i++) {
		unsigned short sum = column[i];
		for (j = 1; j < k; j++)
			sum += column[i + 3 * j];
		run[i] = sum;
	}
	for (i = 0; i < w; i++) /* three sums and one that the next pixel overwrites */
		memcpy(column + 3 * i, run + 3 * k * i, 4 * sizeof *run);
	if (k == 2) {
		for (i = 0; i < 3 * w; i++)
			dst[i] = (column[i] + 2) >> 2;
		return;
	}
	for (i = 0; i < 3 * w; i++) {
		union { float number; unsigned bits; } rounded;
		rounded.number = column[i] * part + 12582912.0f; /* leaves a whole number in the lowest bits */
		dst[i] = rounded.bits;
	}
}

void shrink_bgr(const unsigned char *src, size_t stride, unsigned char *dst, int w, int h, int k, unsigned short *room)
{
	unsigned short *run = room + 3 * k * w + 8;
	int y;

	for (y = 0; y < h; y++) {
		switch (k) {
		case 2:
			shrink_row(src, stride, dst, w, 2, room, run);
			break;
		case 3:
			shrink_row(src, stride, dst, w, 3, room, run);
			break;
		case 4:
			shrink_row(src, stride, dst, w, 4, room, run);
			break;
		default:
			shrink_row(src, stride, dst, w, k, room, run);
		}
		src += k * stride;
		dst += 3 * w;
	}
}
