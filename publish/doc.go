// Package publish tells the world what the game says, over MQTT.
//
// # What it may import
//
// game, and of the outside the MQTT client and the broker. No other package of
// Shinpan imports either.
//
// # One stone
//
//  1. The owner of the game has journalled the press that made a stone a move, and
//     hands the events and the new snapshot to Publish. That only puts them into the
//     outbox; it never waits for a network.
//  2. Run takes them out in order, sends each to the topics of its audience
//     (topics.go) and keeps it until the broker has acknowledged it.
//  3. The number of the last acknowledged event is written to disk (mark.go). After a
//     power cut Republish hands in the journal's events and only those that nobody
//     can have received go out again.
//
// # The broker
//
// Where no broker is named, one runs inside this process (broker.go). It lets
// everybody read and nobody but us write. The client is the same in both cases and
// speaks to it over TCP, so there is one path to test.
//
// # What cannot happen
//
// A broker that is slow, full, gone or hostile costs nobody at the table anything:
// the outbox is the truth about what is still to be sent, the client library keeps no
// state across a connection, and the journal is the truth about the game.
package publish
