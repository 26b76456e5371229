#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "jpeg.h"

/* libjpeg ends the process on an error unless it is led out of it. */
struct way_out {
	struct jpeg_error_mgr manager;
	jmp_buf out;
};

static void leave(j_common_ptr codec)
{
	longjmp(((struct way_out *)codec->err)->out, 1);
}

static void say_nothing(j_common_ptr codec)
{
	(void)codec;
}

/* What must outlive a jump is not kept in variables of the function that jumps. */
struct job {
	struct jpeg_compress_struct codec;
	struct way_out error;
	unsigned char *jpeg;
	unsigned long size;
};

unsigned char *bgr_to_jpeg(const unsigned char *pixels, int w, int h, int quality, unsigned long *size)
{
	struct job *job = calloc(1, sizeof *job);
	unsigned char *jpeg;

	*size = 0;
	if (job == NULL)
		return NULL;
	job->codec.err = jpeg_std_error(&job->error.manager);
	job->error.manager.error_exit = leave;
	job->error.manager.output_message = say_nothing;
	if (setjmp(job->error.out) == 0) {
		jpeg_create_compress(&job->codec);
		jpeg_mem_dest(&job->codec, &job->jpeg, &job->size);
		job->codec.image_width = w;
		job->codec.image_height = h;
		job->codec.input_components = 3;
		job->codec.in_color_space = JCS_EXT_BGR;
		jpeg_set_defaults(&job->codec);
		jpeg_set_quality(&job->codec, quality, TRUE);
		jpeg_start_compress(&job->codec, TRUE);
		while (job->codec.next_scanline < job->codec.image_height) {
			JSAMPROW row = (JSAMPROW)(pixels + (size_t)3 * w * job->codec.next_scanline);
			jpeg_write_scanlines(&job->codec, &row, 1);
		}
		jpeg_finish_compress(&job->codec);
		*size = job->size;
	} else {
		free(job->jpeg);
		job->jpeg = NULL;
	}
	jpeg = job->jpeg;
	jpeg_destroy_compress(&job->codec);
	free(job);
	return jpeg;
}
