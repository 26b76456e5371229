package film

import (
	"time"

	"shinpan/vision"
)

// Limits bound a Film.
type Limits struct {
	Bytes int           // of all pictures together
	Span  time.Duration // older pictures are forgotten
	Every time.Duration // at least so much lies between two
}

// Picture is one kept picture. Its JPEG is good until the next Add.
type Picture struct {
	At            time.Duration // on the stream's clock
	Frame         int
	Width, Height int
	Grid          vision.Grid // where the lines are in it; zero where that is not known
	JPEG          []byte
}

// kept is a picture and where its JPEG lies in the array.
type kept struct {
	Picture
	number int // counted from the first picture ever added
	start  int
}

// Film is the pictures of the last seconds and the clips that are being answered. It is
// not safe for use by several goroutines at once.
type Film struct {
	limits Limits
	array  []byte
	write  int // where the next JPEG goes
	kept   []kept
	added  int
	clips  []*clip
}

// New returns an empty film.
func New(l Limits) *Film { return &Film{limits: l, array: make([]byte, l.Bytes)} }

// Due reports whether a picture of this moment would be kept. A stream that begins anew
// with earlier stamps is due at once.
func (f *Film) Due(at time.Duration) bool {
	if len(f.kept) == 0 {
		return true
	}
	last := f.kept[len(f.kept)-1].At
	return at >= last+f.limits.Every || at < last
}

// Add keeps a copy of the picture and forgets those that are too old or in its way. A
// picture that is larger than the whole film is not kept.
func (f *Film) Add(p Picture) {
	n := len(p.JPEG)
	if n == 0 || n > len(f.array) {
		return
	}
	if m := len(f.kept); m > 0 && p.At < f.kept[m-1].At {
		f.kept = f.kept[:0] // another stream: its times mean something else
	}
	if f.write+n > len(f.array) {
		f.forget(f.write, len(f.array))
		f.write = 0
	}
	f.forget(f.write, f.write+n)
	for len(f.kept) > 0 && f.kept[0].At < p.At-f.limits.Span {
		f.drop()
	}
	copy(f.array[f.write:], p.JPEG)
	p.JPEG = f.array[f.write : f.write+n : f.write+n]
	f.kept = append(f.kept, kept{p, f.added, f.write})
	f.write += n
	f.added++
}

// forget drops the pictures that lie in a part of the array. They are the oldest.
func (f *Film) forget(from, to int) {
	for len(f.kept) > 0 && f.kept[0].start < to && f.kept[0].start+len(f.kept[0].JPEG) > from {
		f.drop()
	}
}

// drop forgets the oldest picture. The list moves within its own memory.
func (f *Film) drop() {
	copy(f.kept, f.kept[1:])
	f.kept = f.kept[:len(f.kept)-1]
}

// Newest is the last picture added.
func (f *Film) Newest() (Picture, bool) {
	if len(f.kept) == 0 {
		return Picture{}, false
	}
	return f.kept[len(f.kept)-1].Picture, true
}
