package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"shinpan/game"
)

// TestThinkingTimeSurvives pulls the plug while a player thinks, and looks how much of his
// time came back: at most the pause between two beats, and never less than nothing.
func TestThinkingTimeSurvives(t *testing.T) {
	dir := t.TempDir()
	cmd, page := startTable(t, dir)
	began := time.Now() // not later than the start is stamped
	response, err := http.Post(page+"/api/command", "application/json", strings.NewReader(`{"kind":"start"}`))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		t.Fatalf("start: %s", response.Status)
	}
	time.Sleep(1500 * time.Millisecond)
	cmd.Process.Kill()
	thought := time.Since(began)
	_ = cmd.Wait()

	cmd, page = startTable(t, dir)
	snap := askSnapshot(t, page)
	cmd.Process.Kill()
	_ = cmd.Wait()
	charged := 20*time.Minute - time.Duration(snap.Clock.P1.Main)
	if snap.Phase != game.Paused || charged > thought || charged < 500*time.Millisecond {
		t.Errorf("phase %s: charged %v of %v", snap.Phase, charged, thought)
	}
	t.Logf("charged %v of %v", charged, thought)
}
