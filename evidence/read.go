package evidence

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNone says that there is no such clip or file.
var ErrNone = errors.New("evidence: there is no such picture")

// stopped is what is missing of a clip that was under way when the referee was stopped.
const stopped = "the referee was stopped before all pictures had come"

// List is the clips of a game, the oldest first.
func (s *Store) List(game string) ([]Clip, error) {
	if !safe.MatchString(game) {
		return nil, nil
	}
	entries, err := os.ReadDir(filepath.Join(s.dir, game))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("evidence: %w", err)
	}
	var clips []Clip
	for _, e := range entries {
		if c, err := s.Clip(game, e.Name()); err == nil {
			clips = append(clips, c)
		}
	}
	return clips, nil
}

// Clip is what is known of one clip.
func (s *Store) Clip(game, id string) (Clip, error) {
	if !safe.MatchString(game) || !safe.MatchString(id) {
		return Clip{}, ErrNone
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clip(game, id)
}

// clip is Clip for those who hold the lock.
func (s *Store) clip(game, id string) (Clip, error) {
	if c := s.open[game+"/"+id]; c != nil {
		out := *c
		out.Pictures, out.Crops = slices.Clone(c.Pictures), slices.Clone(c.Crops)
		return out, nil
	}
	text, err := os.ReadFile(filepath.Join(s.folder(game, id), indexFile))
	if err != nil {
		return Clip{}, ErrNone
	}
	var c Clip
	if err := json.Unmarshal(text, &c); err != nil || c.Game != game || c.ID != id {
		return Clip{}, ErrNone
	}
	if !c.Complete {
		c = s.recover(c)
	}
	return c, nil
}

// recover finds the pictures of a clip whose index was never completed.
func (s *Store) recover(c Clip) Clip {
	c.Complete, c.Missing = true, stopped
	c.Pictures, c.Crops = []Picture{}, []Picture{}
	files, _ := filepath.Glob(filepath.Join(s.folder(c.Game, c.ID), "[0-9][0-9][0-9].jpg"))
	for _, f := range files {
		c.Pictures = append(c.Pictures, Picture{File: filepath.Base(f), At: c.At})
	}
	return c
}

// Open opens one file of a clip. The caller closes it.
func (s *Store) Open(game, id, file string) (io.ReadSeekCloser, error) {
	if !safe.MatchString(game) || !safe.MatchString(id) || !safe.MatchString(file) || !strings.HasSuffix(file, ".jpg") {
		return nil, ErrNone
	}
	f, err := os.Open(filepath.Join(s.folder(game, id), file))
	if err != nil {
		return nil, ErrNone
	}
	return f, nil
}

// WriteZip writes everything of a game: its indexes, its pictures, and each clip as a film.
func (s *Store) WriteZip(w io.Writer, game string) error {
	clips, err := s.List(game)
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	for _, c := range clips {
		if err := s.zipClip(z, c); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	return nil
}

func (s *Store) zipClip(z *zip.Writer, c Clip) error {
	dir := c.Game + "/" + c.ID + "/"
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	add := func(name string, write func(io.Writer) error) error {
		// JPEGs do not get smaller.
		w, err := z.CreateHeader(&zip.FileHeader{Name: dir + name, Method: zip.Store})
		if err != nil {
			return fmt.Errorf("evidence: %w", err)
		}
		return write(w)
	}
	if err := add(indexFile, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	for _, p := range c.all() {
		err := add(p.File, func(w io.Writer) error {
			f, err := s.Open(c.Game, c.ID, p.File)
			if err != nil {
				return nil //nolint:nilerr // one picture less is no reason to give none
			}
			defer func() { _ = f.Close() }()
			_, err = io.Copy(w, f)
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(c.Pictures) == 0 {
		return nil
	}
	return add("clip.avi", func(w io.Writer) error { return s.WriteAVI(w, c.Game, c.ID) })
}

// all is every picture of a clip.
func (c *Clip) all() []Picture {
	all := slices.Concat(c.Pictures, c.Crops)
	if c.Strip != nil {
		all = append(all, *c.Strip)
	}
	return all
}
