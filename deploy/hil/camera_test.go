package hil

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The simulated camera, and the pictures it takes: those of the bundled recording.
const (
	cameraDevice = "/dev/video0"
	width        = 960
	height       = 720
)

// camera is the loopback device from behind: what is written to it, the eye sees.
type camera struct {
	device *os.File
	now    []byte // the last picture
}

// Of the kernel's videodev2.h.
const (
	setFormat   = 0xc0d05605 // VIDIOC_S_FMT
	videoOutput = 2
	noField     = 1
	colorSRGB   = 8
)

func openCamera(t *testing.T) *camera {
	t.Helper()
	f, err := os.OpenFile(cameraDevice, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var format [208]byte
	words := []uint32{videoOutput, 0, width, height, binary.LittleEndian.Uint32([]byte("YUYV")), noField, 2 * width, 2 * width * height, colorSRGB}
	for i, w := range words {
		binary.NativeEndian.PutUint32(format[4*i:], w)
	}
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), setFormat, uintptr(unsafe.Pointer(&format))); errno != 0 {
		t.Fatalf("%s: its format: %v", cameraDevice, errno)
	}
	return &camera{device: f}
}

// show takes the picture that was taken last.
func (c *camera) show(t *testing.T) {
	t.Helper()
	if _, err := c.device.Write(c.now); err != nil {
		t.Fatal(err)
	}
}

// film is a recording that comes out picture by picture.
type film struct {
	pictures io.Reader
	fps      float64
	begin    [][]byte      // the first pictures, on which nothing happens yet
	zero     time.Duration // on CLOCK_MONOTONIC, of the first picture
	n        int           // pictures shown since
	shown    []time.Duration
}

// quiet is how many pictures a film has at least before something happens.
const quiet = 20

// openFilm lets ffmpeg decode a recording.
func openFilm(t *testing.T, path string, fps float64) *film {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "rawvideo", "-pix_fmt", "yuyv422", "-")
	pictures, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if complaints.Len() > 0 {
			t.Logf("ffmpeg: %s", &complaints)
		}
	})
	f := &film{pictures: pictures, fps: fps}
	for range quiet {
		picture, more := f.read(t)
		if !more {
			t.Fatalf("%s: it has no pictures", path)
		}
		f.begin = append(f.begin, picture)
	}
	return f
}

// read is the next picture; false at the end.
func (f *film) read(t *testing.T) (picture []byte, more bool) {
	t.Helper()
	picture = make([]byte, 2*width*height)
	switch _, err := io.ReadFull(f.pictures, picture); err {
	case nil:
		return picture, true
	case io.EOF:
		return nil, false
	default:
		t.Fatal(err)
		return nil, false
	}
}

// wait puts one of the first pictures before the camera, forth and back: an eye takes a
// picture that never changes for a frozen one.
func (f *film) wait(c *camera) {
	k := f.n % (2 * quiet)
	c.now = f.begin[min(k, 2*quiet-1-k)]
}

// next puts the next picture before the camera; false at the end, where the last one stays.
func (f *film) next(t *testing.T, c *camera) bool {
	t.Helper()
	if f.n < quiet {
		c.now = f.begin[f.n]
		return true
	}
	picture, more := f.read(t)
	if more {
		c.now = picture
	}
	return more
}

// rewind begins anew with the first picture.
func (f *film) rewind() { f.zero, f.n, f.shown = monotonic(), 0, nil }

// tick waits for the moment of the next picture and shows what is before the camera. A host
// that stops the machine stops the film: pictures are never made up for in a hurry.
func (f *film) tick(t *testing.T, c *camera) {
	t.Helper()
	due := f.zero + time.Duration(float64(f.n)/f.fps*float64(time.Second))
	time.Sleep(due - monotonic())
	f.zero += max(0, monotonic()-due)
	f.shown = append(f.shown, monotonic())
	c.show(t)
	f.n++
}
