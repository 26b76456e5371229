package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// Limits bound what is kept.
type Limits struct {
	Bytes int64 // of all games together
	Spare int64 // of the disk that is left to others
}

// Clip is the pictures around one moment.
type Clip struct {
	Game string `json:"game"`
	ID   string `json:"id"`
	// At is the moment in seconds of the game's time; Kinds and Texts are of the events that
	// it shows, Points what they are about.
	At     float64  `json:"at"`
	Wall   string   `json:"wall,omitempty"`
	Kinds  []string `json:"kinds"`
	Texts  []string `json:"texts"`
	Points []string `json:"points"`

	Pictures []Picture `json:"pictures"`
	Strip    *Picture  `json:"strip,omitempty"`
	Crops    []Picture `json:"crops"`
	// Complete says that no more will come. Missing is what is not there, and why.
	Complete bool   `json:"complete"`
	Missing  string `json:"missing,omitempty"`
}

// Picture is one file of a clip.
type Picture struct {
	File   string  `json:"file"`
	At     float64 `json:"at"` // seconds of the game's time
	Frame  int     `json:"frame,omitempty"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Point  string  `json:"point,omitempty"` // of a crop
}

// Kind is what a picture is in its clip.
type Kind int

// The kinds of pictures.
const (
	Whole Kind = iota // one picture of the clip
	Strip             // several small ones in one
	Crop              // a point close up
)

// mostPictures bounds one clip: longer ones were never asked for.
const mostPictures = 500

// ErrRoom says that a picture was not kept because there is no room for it.
var ErrRoom = errors.New("evidence: no room")

// Store keeps clips in a folder. It is safe for use by several goroutines.
type Store struct {
	dir    string
	limits Limits
	free   func() (int64, error) // bytes on the disk that may still be used

	mu    sync.Mutex
	used  int64
	games []stored // by age, the oldest first
	open  map[string]*Clip
}

// stored is a game's folder.
type stored struct {
	name  string
	bytes int64
}

// Open takes on what is in the folder, which need not be there yet.
func Open(dir string, l Limits) (*Store, error) {
	s := &Store{dir: dir, limits: l, open: map[string]*Clip{}}
	s.free = s.freeOnDisk
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("evidence: %w: make the folder readable for this user", err)
	}
	age := map[string]int64{}
	for _, e := range entries {
		if !e.IsDir() || !safe.MatchString(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil {
			age[e.Name()] = info.ModTime().UnixNano()
		}
		n := sizeOf(filepath.Join(dir, e.Name()))
		s.games = append(s.games, stored{e.Name(), n})
		s.used += n
	}
	slices.SortStableFunc(s.games, func(a, b stored) int { return int((age[a.name] - age[b.name]) >> 20) })
	return s, nil
}

// sizeOf is the size of the files in a folder.
func sizeOf(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // what cannot be read is not counted
		}
		if info, err := d.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}

// freeOnDisk asks the file system.
func (s *Store) freeOnDisk() (int64, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(s.dir), &st); err != nil {
		return 0, fmt.Errorf("evidence: %w", err)
	}
	return int64(st.Bavail) * st.Bsize, nil
}

// safe are the names of games, clips and files: nothing in them leads out of the folder.
var safe = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,95}(\.[a-z]{2,5})?$`)

func (s *Store) folder(game, id string) string { return filepath.Join(s.dir, game, id) }

// Begin makes the folder of a clip and writes what it is to show. A clip that is there
// already keeps its pictures and shows this as well.
func (s *Store) Begin(c Clip) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !safe.MatchString(c.Game) || !safe.MatchString(c.ID) {
		return fmt.Errorf("evidence: %q of game %q: want names of letters, digits, - and _", c.ID, c.Game)
	}
	if err := s.room(c.Game, 4<<10); err != nil {
		return err
	}
	if err := os.MkdirAll(s.folder(c.Game, c.ID), 0o750); err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	c.Pictures, c.Crops = []Picture{}, []Picture{}
	if c.Points == nil {
		c.Points = []string{}
	}
	if was, err := s.clip(c.Game, c.ID); err == nil {
		was.Kinds, was.Texts = append(was.Kinds, c.Kinds...), append(was.Texts, c.Texts...)
		was.Points = slices.Concat(was.Points, c.Points)
		slices.Sort(was.Points)
		was.Points = slices.Compact(was.Points)
		was.Complete, was.Missing = false, ""
		c = was
	}
	s.open[c.Game+"/"+c.ID] = &c
	return s.writeIndex(&c)
}

// Add keeps one picture of a clip that was begun.
func (s *Store) Add(game, id string, kind Kind, p Picture, jpeg []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.open[game+"/"+id]
	if c == nil {
		return fmt.Errorf("evidence: %s of game %s was not begun", id, game)
	}
	if len(c.Pictures) >= mostPictures || len(c.Crops) >= mostPictures {
		return fmt.Errorf("evidence: %s: more than %d pictures", id, mostPictures)
	}
	if err := s.room(game, int64(len(jpeg))); err != nil {
		return err
	}
	p.File = c.fileName(kind, p.Point)
	if !safe.MatchString(p.File) {
		return fmt.Errorf("evidence: %s: a crop of %q", id, p.Point)
	}
	path := filepath.Join(s.folder(game, id), p.File)
	if err := os.WriteFile(path, jpeg, 0o640); err != nil {
		_ = os.Remove(path) // half a picture is none
		return fmt.Errorf("evidence: %w", err)
	}
	s.count(game, int64(len(jpeg)))
	switch kind {
	case Whole:
		c.Pictures = append(c.Pictures, p)
	case Strip:
		c.Strip = &p
	case Crop:
		c.Crops = append(c.Crops, p)
	}
	return nil
}

// fileName is the name of the next picture of a kind.
func (c *Clip) fileName(kind Kind, point string) string {
	switch kind {
	case Strip:
		return "strip.jpg"
	case Crop:
		return fmt.Sprintf("%s-%03d.jpg", point, len(c.Crops))
	}
	return fmt.Sprintf("%03d.jpg", len(c.Pictures))
}

// End says that no more pictures of a clip will come, and what is missing.
func (s *Store) End(game, id, missing string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := game + "/" + id
	c := s.open[key]
	if c == nil {
		return nil
	}
	delete(s.open, key)
	c.Complete, c.Missing = true, missing
	return s.writeIndex(c)
}

const indexFile = "index.json"

// writeIndex replaces the index of a clip in one step.
func (s *Store) writeIndex(c *Clip) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	path := filepath.Join(s.folder(c.Game, c.ID), indexFile)
	var was int64
	if info, err := os.Stat(path); err == nil {
		was = info.Size()
	}
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o640); err != nil {
		_ = os.Remove(path + ".new")
		return fmt.Errorf("evidence: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	s.count(c.Game, int64(len(text))+1-was)
	return nil
}

// count notes how much more a game takes.
func (s *Store) count(game string, n int64) {
	s.used += n
	for i := range s.games {
		if s.games[i].name == game {
			s.games[i].bytes += n
			return
		}
	}
	s.games = append(s.games, stored{game, n})
}

// room makes room for n bytes of a game: where there is too much, the oldest other games go.
func (s *Store) room(game string, n int64) error {
	for s.used+n > s.limits.Bytes {
		i := slices.IndexFunc(s.games, func(g stored) bool { return g.name != game })
		if i < 0 {
			return fmt.Errorf("%w: this game's pictures take all of the %d MB they may", ErrRoom, s.limits.Bytes>>20)
		}
		if err := os.RemoveAll(filepath.Join(s.dir, s.games[i].name)); err != nil {
			return fmt.Errorf("evidence: an old game cannot be removed: %w", err)
		}
		s.used -= s.games[i].bytes
		s.games = slices.Delete(s.games, i, i+1)
	}
	if free, err := s.free(); err == nil && free-n < s.limits.Spare {
		return fmt.Errorf("%w: the disk is nearly full, and the rest is left to the journal", ErrRoom)
	}
	return nil
}

// Remove forgets a game.
func (s *Store) Remove(game string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !safe.MatchString(game) {
		return nil
	}
	for i, g := range s.games {
		if g.name == game {
			s.used -= g.bytes
			s.games = slices.Delete(s.games, i, i+1)
			break
		}
	}
	if err := os.RemoveAll(filepath.Join(s.dir, game)); err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	return nil
}
