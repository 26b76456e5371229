// Package opening knows the opening protocols: where the first stones of a game may
// lie.
//
// # What it may import
//
// board, and of the standard library nothing that does I/O.
//
// # One stone
//
// The stones of a record's opening arrive as Protocol.Check(stones), which says of the
// first one outside its zone which it is and where it should lie. Zones are squares around
// the centre (OPENINGS.md section 0): 3×3 is one point each way, 9×9 four.
package opening
