package game

import "fmt"

// evidence gives events the names of their pictures. A name follows from the number of the
// event, so that a replay gives the same, whatever became of the pictures.
type evidence struct {
	none string // why there are no pictures; empty where there are
	// last is the name last given for each audience: what happens at one moment is shown by
	// the same pictures. Each audience has its own, because pictures tell which points they
	// are about.
	last map[Audience]named
}

// named is a name of pictures and the moment they show.
type named struct {
	id string
	at Seconds
}

// pictured are the kinds of events that somebody may want to see with his own eyes.
var pictured = map[EventKind]bool{
	EvIncident: true, EvInfraction: true, EvClaim: true, EvFoul: true, EvFive: true, EvFlag: true, EvOver: true,
}

// doubtAlert is the code of the alert that the eye cannot tell what lies on some points.
const doubtAlert = "doubt"

// worthPictures reports whether the pictures around an event are to be kept.
func (e *Event) worthPictures() bool {
	return pictured[e.Kind] || e.Kind == EvAlert && e.Code == doubtAlert && !*e.Healed
}

// attach names the pictures of an event, or says why there are none.
func (v *evidence) attach(e *Event) {
	if !e.worthPictures() {
		return
	}
	if v.none != "" {
		e.NoEvidence = v.none
		return
	}
	if v.last == nil {
		v.last = map[Audience]named{}
	}
	last, given := v.last[e.To]
	if !given || last.at != e.At {
		last = named{fmt.Sprintf("p%04d", e.Seq), e.At}
		v.last[e.To] = last
	}
	e.Evidence = last.id
}

func (g *Game) onFilm(in Input) { g.evidence.none = in.Reason }

// NoEvidence is why there are no pictures of what happens now; empty where there are.
func (g *Game) NoEvidence() string { return g.evidence.none }
