// Package opencv is the part of the eye that looks at pixels: it opens cameras and
// videos, finds the grid of the board in a frame, reads what lies on its points, and
// notices what moves. It is the only package that uses gocv.
//
// # What it may import
//
// board, vision and gocv. Only cmd/eye imports it, never the referee: a C++ exception
// inside OpenCV ends the process, and gocv 0.31 catches none. Therefore every Mat is
// checked for emptiness, size and type before it is handed to OpenCV, and every Mat
// is closed by the function that made it.
//
// # One stone
//
// FindGrid finds the lines once, from their crossings or, under many stones, from their
// pencils, and lets a trained network prove that the board ends where the grid does; a Reader made for that grid gathers the pixels around
// each point of a frame through a precomputed map and answers with a vision.Cell per
// point, without history.
//
// A still (ReadStill) has no history. What ends like a stone but goes on across the rim
// (reach.go), and stones beside what cannot be told, are doubted; then points that could not
// be told are told empty where it is plain to see (vesselpoint.go): all their lines show, in
// a hard shadow, or a bowl stands on them. Its foot and its mouth are two circles in the
// board's plane (vessel.go, found by vesselring.go on the plan of vesselplan.go), the mouth
// shifted away from the camera (stance.go).
//
// A Watcher adds what only history tells. It glances at every frame, a few thousand of its
// pixels; where these show nothing new, and for a second at most, that is all. Otherwise it
// maps the frame to a plan, the board from straight above, and compares it with the plan of
// the board as it last lay quiet (the checkpoint): points that have changed, lie still, are
// not under or beside anything that reaches in from the rim, and whose surroundings show bare
// board are read anew, from their tone, the lines that show or are hidden, and the Reader. It
// also looks back for the frame since which the stone has lain there as it does now, or in
// which the hand that took it moved off. What has lain over the board for a while is left as
// it is, and the rest goes on around it. Before all that a steadier takes out what the camera
// itself has moved: to and fro it moves the frame back, for good the grid.
//
// A Follower joins Source, FindGrid, Watcher and vision.Settler: frames in, sightings out.
// It begins when nothing has moved for a moment, or with what can be read where something
// always moves. It finds the grid again when most of the board looks otherwise, tells whether
// the board or the camera was moved, tells when sight is lost, and makes checkpoints. While
// nothing happens it reads the board again from scratch, a few points a frame, and doubts
// what contradicts the position. All it knows after a checkpoint follows from that frame, the
// grid and the position, which is why an eye that was killed can be started again from there
// and sees the same (TestRestartSeesTheSame), as long as the camera stands still.
//
// # Cameras
//
// A camera (source_camera.go) is drained in a goroutine of its own and opened again when it
// is lost, whether it is a V4L2 device, a pipeline or a command that writes JPEGs. controls.go
// holds a V4L2 camera's exposure. recalibrate.go finds the board anew by order. picture.go
// makes what people look at.
package opencv
