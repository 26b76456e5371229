package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"shinpan/game"
)

// Version is the format's version, in the Head.
const Version = 1

// Head is the first record.
type Head struct {
	Shinpan int         `json:"shinpan"` // Version
	Wall    string      `json:"wall"`    // when the game was set up, RFC 3339
	Game    game.Config `json:"game"`
}

// Contents is a journal read back.
type Contents struct {
	Head   Head
	Inputs []game.Input
	// Torn says that the last line was cut off or damaged and has been left out: what
	// a power cut leaves behind.
	Torn bool
	// size is the length in bytes of the whole records.
	size int64
}

// Read reads a journal without changing it. A torn last line is left out. A damaged
// line with whole ones after it is an error that names the line; the Contents up to it
// are returned all the same.
func Read(path string) (Contents, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Contents{}, fmt.Errorf("journal: %w", err)
	}
	return parse(path, data)
}

// Parse is Read for a journal that is in memory already; name is for messages.
func Parse(name string, data []byte) (Contents, error) { return parse(name, data) }

func parse(path string, data []byte) (Contents, error) {
	var c Contents
	for n := 1; len(data) > 0; n++ {
		line, rest, whole := bytes.Cut(data, []byte{'\n'})
		err := errTorn
		if whole {
			err = c.add(n, line)
		}
		if err != nil {
			if whole && anyWhole(rest) {
				return c, fmt.Errorf("journal: %s:%d: %w: the file was damaged here; the game up to this line is good", path, n, err)
			}
			c.Torn = true
			break
		}
		c.size += int64(len(line)) + 1
		data = rest
	}
	if c.Head.Shinpan == 0 {
		return c, fmt.Errorf("journal: %s:1: no head: this is not a journal of this version, or the plug was pulled before it was begun", path)
	}
	return c, nil
}

// add takes one whole line.
func (c *Contents) add(n int, line []byte) error {
	body, err := decode(line)
	if err != nil {
		return err
	}
	if n == 1 {
		var head Head
		if err := json.Unmarshal(body, &head); err != nil {
			return err
		}
		if head.Shinpan != Version {
			return fmt.Errorf("version %d: this Shinpan reads version %d", head.Shinpan, Version)
		}
		c.Head = head
		return nil
	}
	var in game.Input
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	c.Inputs = append(c.Inputs, in)
	return nil
}

// anyWhole reports whether a whole record follows a damaged one: then it is no torn tail.
func anyWhole(data []byte) bool {
	for len(data) > 0 {
		line, rest, whole := bytes.Cut(data, []byte{'\n'})
		if !whole {
			return false
		}
		if _, err := decode(line); err == nil {
			return true
		}
		data = rest
	}
	return false
}

// Replay builds the game of c and steps it through its inputs.
func (c Contents) Replay() (*game.Game, []game.Event, error) {
	g, err := game.New(c.Head.Game)
	if err != nil {
		return nil, nil, err
	}
	var events []game.Event
	for _, in := range c.Inputs {
		events = append(events, g.Step(in)...)
	}
	return g, events, nil
}
