package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// markFile holds the last acknowledged event, in the state directory.
const markFile = "mqtt-acknowledged.json"

// markStore keeps a mark over power cuts. Without a directory it keeps nothing.
type markStore struct {
	dir     string
	current mark // what has been acknowledged
	saved   mark // what is on disk
}

// load reads the mark. A missing or damaged file is no mark: then events go out once
// more than needed, which is harmless, instead of once less.
func (s *markStore) load() error {
	if s.dir == "" {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(s.dir, markFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	var m mark
	if err := json.Unmarshal(data, &m); err != nil {
		return fmt.Errorf("publish: %s is damaged (%w): all events of the game are sent again", filepath.Join(s.dir, markFile), err)
	}
	s.current, s.saved = m, m
	return nil
}

// covers reports whether the event has been acknowledged.
func (s *markStore) covers(m mark) bool { return m.Game == s.current.Game && m.Seq <= s.current.Seq }

// dirty reports whether the disk is behind.
func (s *markStore) dirty() bool { return s.dir != "" && s.current != s.saved }

// save writes the mark so that after a power cut the file holds either the old or the
// new one.
func (s *markStore) save() error {
	if !s.dirty() {
		return nil
	}
	m := s.current
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("publish: mark: %w", err)
	}
	if err := replaceFile(s.dir, markFile, append(data, '\n')); err != nil {
		return fmt.Errorf("publish: mark: %w", err)
	}
	s.saved = m
	return nil
}

// replaceFile puts data in place of dir/name: written beside it, synced, renamed, and
// the directory synced.
func replaceFile(dir, name string, data []byte) error {
	tmp := filepath.Join(dir, name+".new")
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	if err := os.Rename(tmp, filepath.Join(dir, name)); err != nil {
		return err
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
