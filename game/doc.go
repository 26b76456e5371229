// Package game is the referee: one game at one table as a state machine. It is told
// what happens (Input) and answers with what follows (Event); Step is the only way in.
//
// # What it may import
//
// board, rules and clock. It does no I/O, starts no goroutine and never asks what
// time it is: every Input says when it happened. Feeding the same inputs to a fresh
// Game gives the same events, byte for byte; that is how a journal becomes a game again.
//
// # One stone
//
//  1. The eye says a black stone lies on H8: Input{Kind: See}. It lies there, but
//     it is not yet a move; the game remembers it as a candidate.
//  2. Black presses: Input{Kind: Press}. The clock changes sides and the candidate
//     becomes move 1: an Event of kind Move.
//  3. rules judges it. A five, a foul or a full board follow as events of their own,
//     and Over if the game ends there.
//
// If the press comes before the eye has made up its mind, the game waits for the
// stone: the eye's delay is never held against a player. A stone that makes five needs
// no press (CLOCK.md section 3).
//
// # Where things are
//
// table.go says which handler takes which input in which phase, timers.go what the game
// does by itself and when. sight.go and view.go keep what the eye sees against what the
// position should be, press.go joins stone and button, ruling.go judges moves and ends
// games, claims.go and draws.go rule what the players say, and flags that fall.
// conduct.go handles incidents, ledger.go what they cost by profile.go, freeze.go the
// restoring of positions and the rewinding of clocks, arbiter.go obeys the arbiter, findings.go
// rules what only he can find, adjourn.go interrupts a game with a sealed move, absence.go
// deals with who is late, blind.go with moves that nobody saw, training.go shows threats.
// opening.go and stage.go play the protocols of rules/opening. switches.go lists what an
// event may choose beside its profile. match.go counts several games and draws for colours,
// bookkeeping.go is what the record and the match need of a game.
// mode.go holds the one table that decides who is
// told what; words.go says it in English.
//
// # The opening
//
// A game with a protocol begins in the phase Opening. Stones laid there are loose until the
// player whose duty it is presses: then rules/opening says whether they are what was
// due, they become moves, and an Event of kind EvOpening says what is due next.
//
// # What an incident costs
//
// An incident is only a fact. What follows from it stands in the profile: nothing, a
// warning, an infraction, the game. Two infractions of one person lose the game. The
// arbiter may overrule such a loss (Resume after the end) or rule another result until both
// have signed, cancel an infraction, and take back moves with the clocks as they were.
package game
