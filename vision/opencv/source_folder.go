package opencv

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocv.io/x/gocv"
)

// folderFPS is the rate at which the pictures of a folder follow each other.
const folderFPS = 10

// folder plays the pictures of a directory in the order of their names.
type folder struct {
	info  Info
	paths []string
	next  int
}

func openFolder(name string, from int) (Source, error) {
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot open: %w", name, err)
	}
	f := &folder{info: Info{Name: name, FPS: folderFPS}, next: from}
	for _, e := range entries {
		switch strings.ToLower(filepath.Ext(e.Name())) {
		case ".jpg", ".jpeg", ".png", ".bmp", ".ppm":
			f.paths = append(f.paths, filepath.Join(name, e.Name()))
		}
	}
	slices.Sort(f.paths)
	if len(f.paths) == 0 {
		return nil, fmt.Errorf("%s: no pictures in this folder: want .jpg, .png, .bmp or .ppm files", name)
	}
	first := gocv.IMRead(f.paths[0], gocv.IMReadColor)
	defer func() { _ = first.Close() }()
	f.info.Width, f.info.Height = first.Cols(), first.Rows()
	return f, nil
}

func (f *folder) Info() Info { return f.info }

func (f *folder) Next(frame *gocv.Mat) (Stamp, error) {
	if f.next >= len(f.paths) {
		return Stamp{}, io.EOF
	}
	picture := gocv.IMRead(f.paths[f.next], gocv.IMReadColor)
	defer func() { _ = picture.Close() }()
	if picture.Empty() {
		return Stamp{}, fmt.Errorf("%s: cannot decode this picture", f.paths[f.next])
	}
	picture.CopyTo(frame)
	s := Stamp{Frame: f.next, At: frameTime(f.next, f.info.FPS)}
	f.next++
	return s, nil
}

func (f *folder) Close() error { return nil }
