package main

import (
	"strings"
	"time"

	"shinpan/game"
)

// upcoming is the next game's configuration: the next of the match, or where that is over or
// there is none, what referee.toml says.
func (a *appliance) upcoming(o *owner, fresh game.Config) game.Config {
	if o.game.Config().Match == nil {
		return fresh
	}
	if next, ok := o.game.NextGame(); ok {
		return next
	}
	return fresh
}

// nextGame archives the finished game and sets up another at the same table. Where that
// fails, the finished game stays.
func (a *appliance) nextGame(o *owner, cfg game.Config) error {
	if err := o.mem.Retry(); err != nil {
		return err
	}
	got, err := a.state.next(o.game.Config().ID, a.upcoming(o, cfg), a.log)
	if err != nil {
		return err
	}
	if err := o.mem.Close(); err != nil {
		a.log.Error("journal", "err", err)
	}
	before := o.game.Snapshot(o.tb.now(), "")
	seen := o.game.Seen()
	o.game, o.mem = got.game, got.mem
	if live, ok := o.tb.(*liveTime); ok {
		live.restart()
	}
	snap := got.game.Snapshot(o.tb.now(), wallNow())
	o.snap.Store(snap)
	a.keep.begin(got.game.Config(), nil, snap)
	a.page.Republish(nil, snap)
	a.feed.Publish(nil, snap)
	o.take(game.Input{Kind: game.Position, At: o.tb.now(), SeenAt: o.tb.now(), Rows: seen.Rows()})
	a.handOn(before)
	return nil
}

// handOn tells the next game what is wrong with the appliance, which has not changed.
func (a *appliance) handOn(before *game.Snapshot) {
	now := a.owner.tb.now()
	a.tellOfNoEye(now)
	a.tellOfNoFilm(now)
	if before.Blind && a.eye != nil {
		a.owner.take(game.Input{Kind: game.Blind, At: now, Reason: "since the game before"})
	}
	for _, alert := range before.Alerts {
		if ofAppliance(alert.Code) {
			a.owner.take(game.Input{Kind: game.Fail, At: now, Code: alert.Code, What: alert.Severity, Reason: alert.Text})
		}
	}
}

// tellOfNoEye tells a game at a table without a camera that nobody will see its stones: a
// press there is a move that somebody may fill in, not a press before a stone.
func (a *appliance) tellOfNoEye(at time.Duration) {
	if a.eye == nil {
		a.owner.take(game.Input{Kind: game.Blind, At: at, Reason: noCamera})
	}
}

const noCamera = "this table has no camera"

// tellOfNoFilm tells a game why there will be no pictures of it, as far as that is known.
func (a *appliance) tellOfNoFilm(at time.Duration) {
	none := a.owner.watch.noFilm
	switch {
	case a.eye == nil:
		none = noCamera
	case a.pictures == nil:
		none = "keeping pictures is switched off"
	}
	a.owner.watch.noFilm = none
	if a.owner.game.NoEvidence() != none {
		a.owner.take(game.Input{Kind: game.Film, At: at, Reason: none})
	}
}

// ofAppliance reports whether an alert is about a part of this appliance: it comes and goes
// with the part, not with the game.
func ofAppliance(code string) bool {
	return aboutEye(code) || strings.HasPrefix(code, "mqtt_") || strings.HasPrefix(code, "gpio") || code == "disk"
}

// takeBackAlerts heals what the last process had to complain of. What is still wrong is
// found again; the eye's own alerts wait for a frame, if there is an eye at all.
func (a *appliance) takeBackAlerts(found *game.Snapshot) {
	for _, alert := range found.Alerts {
		if ofAppliance(alert.Code) && (a.eye == nil || !aboutEye(alert.Code)) {
			a.owner.take(game.Input{Kind: game.Heal, At: found.At.Duration(), Code: alert.Code})
		}
	}
}
