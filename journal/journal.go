package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"shinpan/game"
)

// file is what a Journal needs of an *os.File, so that tests can fill the disk.
type file interface {
	io.WriteSeeker
	io.Closer
	io.ReaderAt
	Sync() error
	Truncate(size int64) error
	Stat() (os.FileInfo, error)
}

// Journal is a journal open for appending. It is not safe for concurrent use.
type Journal struct {
	f    file
	path string
	// good is the length of what is known to be on the disk; unsaved are the
	// records after it that could not be written yet.
	good    int64
	unsaved []byte
	// astray says that the file has no name any more, or not this one.
	astray bool
}

// Create begins a journal. It fails where path exists.
func Create(path string, head Head) (*Journal, error) {
	head.Shinpan = Version
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{f: f, path: path}
	if j.unsaved, err = encode(nil, head); err == nil {
		err = j.save()
	}
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		f.Close()
		os.Remove(path)
		return nil, err
	}
	return j, nil
}

// Open continues a journal: it reads what is there, cuts off a torn last line, and
// appends after it.
func Open(path string) (*Journal, Contents, error) {
	c, err := Read(path)
	if err != nil {
		return nil, c, err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, c, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{f: f, path: path, good: c.size}
	if err := j.rewind(); err != nil {
		f.Close()
		return nil, c, err
	}
	return j, c, nil
}

// Append writes the inputs and syncs them to the disk. After an error nothing is lost:
// they are kept and written first by the next Append or Retry.
func (j *Journal) Append(inputs ...game.Input) error {
	for _, in := range inputs {
		var err error
		if j.unsaved, err = encode(j.unsaved, in); err != nil {
			return err
		}
	}
	return j.save()
}

// Retry writes what an earlier Append could not. It is nil at once when there is nothing.
func (j *Journal) Retry() error { return j.save() }

// Unsaved reports whether some inputs are in memory only.
func (j *Journal) Unsaved() bool { return len(j.unsaved) > 0 }

func (j *Journal) save() error {
	if len(j.unsaved) == 0 && !j.astray {
		return nil
	}
	n, err := j.f.Write(j.unsaved)
	if err == nil {
		err = j.f.Sync()
	}
	if err != nil {
		// Whatever part of the record reached the file is taken away again, so that
		// the next try does not follow half a line.
		if undo := j.rewind(); undo != nil {
			return fmt.Errorf("journal: %s: %w (and %w)", j.path, err, undo)
		}
		return fmt.Errorf("journal: %s: %w: the game goes on in memory; make room on the disk", j.path, err)
	}
	j.good += int64(n)
	j.unsaved = j.unsaved[:0]
	return j.stay()
}

// stay sees to it that the file is found under its name after the next start. Somebody may
// have cleared the folder: then it is written anew from the file that has no name any more.
// That is told once, as an error; the next Retry finds everything well.
func (j *Journal) stay() error {
	j.astray = false
	here, err := j.f.Stat()
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	there, err := os.Stat(j.path)
	if err == nil && os.SameFile(here, there) || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	j.astray = true
	if err == nil {
		return fmt.Errorf("journal: %s: another file has taken its place: move that one away, and the game is saved again", j.path)
	}
	if err := j.writeAnew(); err != nil {
		return fmt.Errorf("journal: %s was removed: %w: the game goes on in memory; make the folder writable", j.path, err)
	}
	j.astray = false
	return fmt.Errorf("journal: %s was removed: the game has been written there anew", j.path)
}

// writeAnew makes the file again, with what it held.
func (j *Journal) writeAnew() error {
	dir := filepath.Dir(j.path)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	f, err := os.OpenFile(j.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o640)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, io.NewSectionReader(j.f, 0, j.good)); err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = syncDir(dir)
	}
	if err != nil {
		f.Close()
		os.Remove(j.path)
		return err
	}
	j.f.Close()
	j.f = f
	return nil
}

func (j *Journal) rewind() error {
	if err := j.f.Truncate(j.good); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if _, err := j.f.Seek(j.good, io.SeekStart); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Close closes the file. What could not be saved is lost with it.
func (j *Journal) Close() error {
	if err := j.save(); err != nil {
		j.f.Close()
		return err
	}
	return j.f.Close()
}

// syncDir makes a new name in a directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}
