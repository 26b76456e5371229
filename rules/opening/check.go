package opening

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shinpan/board"
)

// Protocol is an opening protocol by the name the command line and scenarios use.
type Protocol string

// UnmarshalText accepts the name of a protocol that exists; chn, soosyrv and taraguchi
// with any number of offers behind a hyphen.
func (p *Protocol) UnmarshalText(text []byte) error {
	name := Protocol(text)
	if !exists(name) {
		stem, offers, _ := strings.Cut(string(text), "-")
		n, err := strconv.Atoi(offers)
		var ok bool
		if name, ok = numbered[stem]; !ok || (offers != "" && (err != nil || n < 1)) {
			return fmt.Errorf("opening: protocol %q: want one of %s", text, names())
		}
	}
	*p = name
	return nil
}

// MarshalText writes the name.
func (p Protocol) MarshalText() ([]byte, error) { return []byte(p), nil }

// Names lists the protocols in alphabetical order.
func Names() []string {
	out := make([]string, 0, len(protocols))
	for _, p := range protocols {
		out = append(out, string(p.name))
	}
	slices.Sort(out)
	return out
}

func names() string { return strings.Join(Names(), ", ") }

func exists(name Protocol) bool {
	for _, p := range protocols {
		if p.name == name {
			return true
		}
	}
	return false
}

// Check holds the first stones of a finished game on a board of size lines to the
// protocol. It returns the number of the first stone that lies wrong, from 1, and where
// it should lie; 0 when all are right. Who laid a stone, swaps and the offers that were
// not kept are not in a list of stones, so it looks only at those every game has.
func (p Protocol) Check(stones []board.Point, size int) (n int, want string) {
	for i, d := range p.sure() {
		if i >= len(stones) {
			break
		}
		if !d.zone.has(stones[i], board.NoPoint, size) {
			return i + 1, d.zone.words(size)
		}
	}
	if p == "swap-89" && len(stones) >= 3 {
		if name, ok := Figure(stones[0], stones[1], stones[2], 2); ok && losing[name.ID] {
			return 3, "in one of the 24 openings, which leave out Yusei (D13) and Suisei (I13)"
		}
	}
	return 0, ""
}

// sure are the stones every game by the protocol begins with.
func (p Protocol) sure() []due {
	var out []due
	for _, row := range protocols {
		if row.name != p {
			continue
		}
		for _, st := range row.build(1, Options{MaxOffers: MaxNumber}) {
			if st.choose || st.offers != noOffers || st.orOffers != noOffers || st.orTwo || st.linked || len(st.lay) == 0 || st.lay[0].zone.base != fromCentre {
				break
			}
			out = append(out, st.lay...)
		}
	}
	return out
}

// words says where a zone lies.
func (z zone) words(size int) string {
	m := middle(size)
	switch {
	case z == centre:
		return fmt.Sprintf("on the centre %s", m)
	case z.most == board.MaxSize:
		return fmt.Sprintf("outside the %d×%d around %s", 2*z.least-1, 2*z.least-1, m)
	case z.least > 0:
		return fmt.Sprintf("beside the centre %s", m)
	}
	return fmt.Sprintf("in the %d×%d around %s", 2*z.most+1, 2*z.most+1, m)
}
