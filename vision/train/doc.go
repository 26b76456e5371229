// Command train makes the weights of vision/points from labelled pictures:
//
//	go run ./vision/train -net wide -pictures pictures.jsonl -out vision/points/wide.bin
//
// Each line of the list is one picture: {"picture":FILE,"grid":GRID,"rows":[…]}, with the
// grid as vision.Grid stores it and the rows as seen ('.', 'x', 'o', '?' what cannot be told).
// With -net near or lines it makes the weights of the other networks.
// Every round shows the pictures through shaken grids and in new light, so that the
// network learns what a stone is rather than what these boards look like. Pictures whose
// path matches -hold are never trained on and only serve to measure.
//
// # What it may import
//
// vision and vision/points, and gonum for multiplying matrices. Pure Go; nothing imports it.
//
// # One stone
//
// A white stone in a picture becomes 60 looks in 60 lights: brighter, bluer, blurred,
// under a lamp's glare, on a darker board, a tenth of the pitch off. Each pulls the
// weights a little towards calling it white.
package main
