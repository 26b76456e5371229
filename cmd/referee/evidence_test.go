package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/evidence"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/vision"
	"shinpan/vision/wire"
)

// filmedTable is a table whose eye answers questions for pictures as the test says.
type filmedTable struct {
	*table
	asked chan wire.Message
	store *evidence.Store
}

func newFilmedTable(t *testing.T, listens bool, limit int64) filmedTable {
	t.Helper()
	store, err := evidence.Open(filepath.Join(t.TempDir(), "evidence"), evidence.Limits{Bytes: limit})
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan wire.Message, 100)
	tab := newTable(t, "sd 60m", func(o *owner) {
		o.pictures = newEvidenceKeeper(store, func(m wire.Message) bool {
			if listens {
				asked <- m
			}
			return listens
		}, o.tb, slog.New(slog.DiscardHandler))
		o.sinks = append(o.sinks, o.pictures)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = o.pictures.run(t.Context())
		}()
		t.Cleanup(func() { <-ended }) // it writes to the end what it has, into a folder that is cleared next
	})
	return filmedTable{tab, asked, store}
}

// infraction makes an event with pictures and returns the question for them.
func (f filmedTable) infraction(t *testing.T) (ask wire.Message, asked bool) {
	t.Helper()
	if err := f.order(game.Input{Kind: game.Start}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * time.Second)
	if err := f.order(game.Input{Kind: game.Infract, Side: clock.P1, Code: "V2"}); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	select {
	case ask = <-f.asked:
		return ask, true
	default:
		return ask, false
	}
}

func (f filmedTable) say(m wire.Message) {
	f.eyes <- eyeproc.Report{Message: m}
	synctest.Wait()
}

// clip is the only clip there is.
func (f filmedTable) clip(t *testing.T) evidence.Clip {
	t.Helper()
	synctest.Wait()
	clips, err := f.store.List("game")
	if err != nil || len(clips) != 1 {
		t.Fatalf("%d clips, %v: want 1", len(clips), err)
	}
	return clips[0]
}

// TestPicturesAreAskedForAndKept: the moment, what is asked, what comes, and its end.
func TestPicturesAreAskedForAndKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFilmedTable(t, true, 1<<20)
		ask, asked := f.infraction(t)
		if !asked || ask.Type != wire.AskClip || ask.T.Duration() != 10*time.Second ||
			ask.Before.Duration() != filmBefore || ask.After.Duration() != filmAfter || !strings.HasPrefix(ask.ID, "game/p0") {
			t.Fatalf("asked %+v", ask)
		}
		f.say(wire.Message{Type: wire.Clip, ID: ask.ID, T: wire.Seconds(8 * time.Second), Frame: 96, Width: 4, Height: 3, Blob: []byte{0xff}})
		f.say(wire.Message{Type: wire.Strip, ID: ask.ID, Width: 9, Height: 3, Blob: []byte{0xff}})
		f.say(wire.Message{Type: wire.Clip, ID: "game/p9999", Blob: []byte{0xff}}) // nobody has asked
		f.say(wire.Message{Type: wire.Clip, ID: "nonsense", Blob: []byte{0xff}})
		f.say(wire.Message{Type: wire.ClipEnd, ID: ask.ID, Count: 1, Reason: "the first 2 s are not kept any more"})
		c := f.clip(t)
		if !c.Complete || len(c.Pictures) != 1 || c.Pictures[0].At != 8 || c.Strip == nil || !strings.HasPrefix(c.Missing, "the first 2 s") ||
			c.At != 10 || !slices.Equal(c.Kinds, []string{"infraction"}) {
			t.Errorf("kept %+v", c)
		}
		f.end(t)
		for _, e := range f.sees.events {
			if e.Kind == game.EvInfraction && (e.Evidence != c.ID || e.NoEvidence != "") {
				t.Errorf("the event says %q, %q: want %q", e.Evidence, e.NoEvidence, c.ID)
			}
		}
	})
}

// TestPointsOfADoubt: what cannot be told is shown close up.
func TestPointsOfADoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFilmedTable(t, true, 1<<20)
		if err := f.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		f.say(wire.FromSighting(vision.Sighting{
			Kind: vision.Doubt, At: time.Second, SureAt: time.Second, Points: []board.Point{board.MustPoint("J9"), board.MustPoint("C3")}, Reason: "a hand",
		}))
		select {
		case ask := <-f.asked:
			if fmt.Sprint(ask.Points) != "[C3 J9]" {
				t.Errorf("asked for %v", ask.Points)
			}
		default:
			t.Error("nothing was asked for")
		}
		f.end(t)
	})
}

// TestWhyThereAreNoPictures: whatever happens to the eye or the disk, the clip says why it
// is incomplete, and the game goes on.
func TestWhyThereAreNoPictures(t *testing.T) {
	for name, c := range map[string]struct {
		listens bool
		limit   int64
		then    func(f filmedTable, id string)
		want    string
	}{
		"does not listen": {false, 1 << 20, func(filmedTable, string) {}, "does not listen"},
		"silent":          {true, 1 << 20, func(filmedTable, string) { time.Sleep(time.Minute) }, "not answered"},
		"dies":            {true, 1 << 20, func(f filmedTable, _ string) { f.eyes <- eyeproc.Report{Fault: "killed"} }, "the eye has failed: killed"},
		"no room": {true, 6 << 10, func(f filmedTable, id string) {
			f.say(wire.Message{Type: wire.Clip, ID: id, Blob: make([]byte, 100)})
			f.say(wire.Message{Type: wire.Clip, ID: id, Blob: make([]byte, 8<<10)})
			f.say(wire.Message{Type: wire.ClipEnd, ID: id, Count: 2})
		}, "no room"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFilmedTable(t, c.listens, c.limit)
				ask, _ := f.infraction(t)
				c.then(f, ask.ID)
				if got := f.clip(t); !got.Complete || !strings.Contains(got.Missing, c.want) {
					t.Errorf("%+v, want %q", got, c.want)
				}
				if err := f.order(game.Input{Kind: game.Pause, Who: "arbiter"}); err != nil {
					t.Errorf("the game does not go on: %v", err)
				}
				f.end(t)
			})
		})
	}
}

// TestEventsSayWhyTheyHaveNoPictures, as long as that is known before.
func TestEventsSayWhyTheyHaveNoPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 60m")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		infract := func(side clock.Side) {
			if err := tab.order(game.Input{Kind: game.Infract, Side: side, Code: "V2"}); err != nil {
				t.Fatal(err)
			}
		}
		tab.eyes <- eyeproc.Report{Film: &eyeproc.Film{None: "this recording has no pictures"}}
		infract(clock.P1)
		tab.eyes <- eyeproc.Report{Film: &eyeproc.Film{}}
		tab.eyes <- eyeproc.Report{Film: &eyeproc.Film{}} // no news
		infract(clock.P2)
		tab.end(t)
		var got []string
		for _, e := range tab.sees.events {
			if e.Kind == game.EvInfraction {
				got = append(got, e.NoEvidence)
			}
		}
		if want := []string{"this recording has no pictures", ""}; !slices.Equal(got, want) {
			t.Errorf("events say %q, want %q", got, want)
		}
		films := 0
		for _, in := range tab.disk.saved {
			if in.Kind == game.Film {
				films++
			}
		}
		if films != 2 {
			t.Errorf("%d inputs about pictures, want 2", films)
		}
	})
}

// TestDemonstrationKeepsItsPictures plays the bundled video with the real eye: the lift and
// the foul at the end have their pictures, of the right moments of the video, also in the
// next process, and the journal gives the same events again.
func TestDemonstrationKeepsItsPictures(t *testing.T) {
	dir := t.TempDir()
	if out, err := realDemo(t, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	events, contents := journalled(t, dir)
	store, err := evidence.Open(filepath.Join(dir, "evidence"), evidence.Limits{Bytes: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, e := range events {
		if e.Evidence == "" {
			continue
		}
		named++
		c, err := store.Clip(e.Game, e.Evidence)
		if err != nil || !c.Complete || c.Missing != "" || len(c.Pictures) < 15 || c.Strip == nil {
			t.Errorf("%s at %v: %d pictures, missing %q, %v", e.Kind, e.At, len(c.Pictures), c.Missing, err)
			continue
		}
		first, last := c.Pictures[0].At, c.Pictures[len(c.Pictures)-1].At
		if at := e.At.Duration().Seconds(); first > at-filmBefore.Seconds()+0.5 || last < at+1.5 {
			t.Errorf("%s at %.2f: pictures from %.2f to %.2f", e.Kind, at, first, last)
		}
	}
	if named < 4 {
		t.Errorf("%d events with pictures: want the lift, its infraction, the foul and the end", named)
	}
	_, again, err := contents.Replay()
	if err != nil {
		t.Fatal(err)
	}
	if a, b := jsonOf(t, events), jsonOf(t, again); a != b {
		t.Errorf("replay: %s", firstDifference(b, a))
	}
	cmd, page := startTable(t, dir)
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	response, err := http.Get(page + "/api/evidence")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var clips []evidence.Clip
	if err := json.NewDecoder(response.Body).Decode(&clips); err != nil || len(clips) < 2 {
		t.Errorf("after a restart the page has %d clips, %v", len(clips), err)
	}
}

func jsonOf(t *testing.T, events []game.Event) string {
	t.Helper()
	var s strings.Builder
	for _, e := range events {
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		s.Write(append(line, '\n'))
	}
	return s.String()
}

// TestRecordingWithoutPictures: the events of a stream that was recorded without pictures
// say so.
func TestRecordingWithoutPictures(t *testing.T) {
	events, _ := undisturbed(t)
	said := 0
	for _, e := range events {
		if e.Evidence != "" {
			t.Errorf("%s has pictures %s", e.Kind, e.Evidence)
		}
		if e.NoEvidence != "" {
			said++
			if e.NoEvidence != "this recording has no pictures" {
				t.Errorf("%s says %q", e.Kind, e.NoEvidence)
			}
		}
	}
	if said < 4 {
		t.Errorf("%d events say that they have no pictures", said)
	}
}
