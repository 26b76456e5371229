// Package web serves the table's pages: what spectators, the desk clock and the arbiter
// see in a browser, the HTTP API behind them, and the stream of events.
//
// # What it may import
//
// game, record, evidence and clock, and the standard library's net/http. It decides nothing: it
// renders what the game has said and hands orders to functions given in Options.
//
// # One stone
//
//  1. The owner loop calls Publish with the events of one step and a snapshot. Publish
//     appends them to the feed and rings every open stream; it waits for nobody.
//  2. Each stream goroutine takes what it has not sent yet from the feed, at its own
//     pace. A browser that does not read is cut off; it comes back by itself with
//     Last-Event-ID and gets what it missed.
//  3. The page draws the stone from the snapshot and writes the event's text in its list.
//     Between messages it runs the clocks itself.
//  4. A press of the desk clock goes the other way: POST /api/press, Options.Press, the loop.
//
// # Addresses
//
//	GET  /               the board and both clocks, for everybody; the page brings along
//	                     what is known when it is sent, then its stream goes on from there
//	GET  /desk           the clock for the players' hands, where desk buttons are on
//	GET  /arbiter        the same page with everything the game says, and the orders
//	GET  /events         server-sent events; ?view=desk, ?view=arbiter; ?since=SEQ
//	GET  /api/snapshot   game.Snapshot as JSON
//	GET  /api/events     game.Event as JSON lines; ?since=SEQ
//	GET  /api/about      what this appliance offers, as JSON
//	GET  /api/picture.jpg  the camera's newest picture
//	GET  /api/camera     where the camera sees the board, how surely, and what would help
//	POST /api/camera     {"corners":[x,y,…]}: the arbiter's order to find the board anew,
//	                     at these corners or, without any, by itself
//	GET  /game.sgf       the record so far
//	GET  /api/evidence   evidence.Clip as JSON: the pictures around events, as far as the
//	                     reader may know of the events; all when the game is over
//	GET  /evidence/ID/F  one file of a clip: a picture, or clip.avi, all of it as a film
//	GET  /evidence.zip   everything of the game; the arbiter's until it is over, and
//	                     with ?game=ID of another game that is kept
//	POST /api/press      {"side":"p1"}
//	POST /api/arbiter    {"pin":"…"}: a cookie that makes this browser the arbiter's
//	POST /api/command    a game.Input: kind, side, point, color, delta, reason, what, code
//
// On the stream an event is `id: seq` and `data:` the event's JSON, byte for byte what
// MQTT carries. Between them come `event: snapshot` with {"now":…,"snapshot":{…}} and
// `event: beat` with {"now":…}; now is the game's time in seconds when it was sent.
//
// # Where things are
//
// server.go binds and runs, feed.go holds the history, stream.go sends it, audience.go
// says who sees what, read.go answers the GETs, evidence.go those for pictures, camera.go finds the board, order.go takes the POSTs and orders.go's
// table says who may give which, gate.go knows the arbiter, static.go serves the files.
package web
