package main

// clockExamples are the worked examples of the clock specification, line by line: a line
// of the script, and what P1 and P2 have after it.
var clockExamples = []struct {
	name, spec string
	script     string
	want       string
}{
	{"contract example", "byoyomi 20m 3x30s", `
0s start p1
1m02.250s press p1`, `
0 start p1 > p1: 1200/3/30/0 0:20, 1200/3/30/0 0:20
62.25 press p1 > p2: 1137.75/3/30/0 18:57, 1200/3/30/0 0:20`},

	{"byoyomi: 29 s keeps three, 31 s leaves two, 65 s one, 30 s keeps it, none by then loses", "byoyomi 0s 3x30s", `
0s start p1
29s press p1
29s press p2
1m press p1
1m press p2
1m30s press p1
1m30s press p2
2m press p1
2m press p2
10m at`, `
0 start p1 > p1: 0/3/30/0 0:30, 0/3/30/0 0:30
29 press p1 > p2: 0/3/30/0 0:30, 0/3/30/0 0:30
29 press p2 > p1: 0/3/30/0 0:30, 0/3/30/0 0:30
60 press p1 > p2: 0/2/30/0 0:30, 0/3/30/0 0:30
60 press p2 > p1: 0/2/30/0 0:30, 0/3/30/0 0:30
90 press p1 > p2: 0/2/30/0 0:30, 0/3/30/0 0:30
90 press p2 > p1: 0/2/30/0 0:30, 0/3/30/0 0:30
120 press p1 > p2: 0/2/30/0 0:30, 0/3/30/0 0:30
120 press p2 > p1: 0/2/30/0 0:30, 0/3/30/0 0:30
180 flag p1 > none: 0/0/0/0 0:00 flag, 0/3/30/0 0:30
600 at > none: 0/0/0/0 0:00 flag, 0/3/30/0 0:30`},

	{"byoyomi: 65 s burns two of three", "byoyomi 0s 3x30s", `
0s start p1
1m05s press p1
1m05s press p2
1m35s press p1
1m35s press p2
2m05.000000001s press p1`, `
0 start p1 > p1: 0/3/30/0 0:30, 0/3/30/0 0:30
65 press p1 > p2: 0/1/30/0 0:30, 0/3/30/0 0:30
65 press p2 > p1: 0/1/30/0 0:30, 0/3/30/0 0:30
95 press p1 > p2: 0/1/30/0 0:30, 0/3/30/0 0:30
95 press p2 > p1: 0/1/30/0 0:30, 0/3/30/0 0:30
125 flag p1 > none: 0/0/0/0 0:00 flag, 0/3/30/0 0:30
125.000000001 press p1 > none: 0/0/0/0 0:00 flag, 0/3/30/0 0:30`},

	{"byoyomi: a press at M+P*T is in time", "byoyomi 1m 3x30s", `
0s start p1
2m30s press p1`, `
0 start p1 > p1: 60/3/30/0 1:00, 60/3/30/0 1:00
150 press p1 > p2: 0/1/30/0 0:30, 60/3/30/0 1:00`},

	{"canadian: ten stones in 4:10, the next block is 5:00", "canadian 0s 10/5m", `
0s start p1
25s press p1
25s press p2
50s press p1
50s press p2
1m15s press p1
1m15s press p2
1m40s press p1
1m40s press p2
2m05s press p1
2m05s press p2
2m30s press p1
2m30s press p2
2m55s press p1
2m55s press p2
3m20s press p1
3m20s press p2
3m45s press p1
3m45s press p2
4m10s press p1`, `
225 press p2 > p1: 0/0/75/1 1:15, 0/0/300/1 5:00
250 press p1 > p2: 0/0/300/10 5:00, 0/0/300/1 5:00`},

	{"canadian: the move being thought about when the main time ends is the first stone", "canadian 1m 3/5m", `
0s start p1
1m30s press p1`, `
0 start p1 > p1: 60/0/300/3 1:00, 60/0/300/3 1:00
90 press p1 > p2: 0/0/270/2 4:30, 60/0/300/3 1:00`},

	{"S-706: the last stone of the control not pressed at zero loses", "canadian 0s 2/1m", `
0s start p1
10s press p1
10s press p2
2m at`, `
0 start p1 > p1: 0/0/60/2 1:00, 0/0/60/2 1:00
10 press p1 > p2: 0/0/50/1 0:50, 0/0/60/2 1:00
10 press p2 > p1: 0/0/50/1 0:50, 0/0/60/1 1:00
60 flag p1 > none: 0/0/0/1 0:00 flag, 0/0/60/1 1:00
120 at > none: 0/0/0/1 0:00 flag, 0/0/60/1 1:00`},

	{"fischer: added after each press, not once expired", "fischer 1m+30s", `
0s start p1
10s press p1
1m10s press p2
2m30s press p1
2m40.5s press p1`, `
0 start p1 > p1: 60/0/0/0 1:00, 60/0/0/0 1:00
10 press p1 > p2: 80/0/0/0 1:20, 60/0/0/0 1:00
70 press p2 > p1: 80/0/0/0 1:20, 30/0/0/0 0:30
150 press p1 > p2: 30/0/0/0 0:30, 30/0/0/0 0:30
160.5 press p1 > p2: 30/0/0/0 0:30, 19.5/0/0/0 0:19`},

	{"fischer: no increment after the flag", "fischer 1m+30s first", `
0s start p1
1m31s press p1`, `
0 start p1 > p1: 90/0/0/0 1:30, 90/0/0/0 1:30
90 flag p1 > none: 0/0/0/0 0:00 flag, 90/0/0/0 1:30
91 press p1 > none: 0/0/0/0 0:00 flag, 90/0/0/0 1:30`},

	{"bronstein: M - e + min(e,d)", "bronstein 5m+3s", `
0s start p1
2s press p1
2s press p2
12s press p1`, `
0 start p1 > p1: 300/0/0/0 5:00, 300/0/0/0 5:00
2 press p1 > p2: 300/0/0/0 5:00, 300/0/0/0 5:00
2 press p2 > p1: 300/0/0/0 5:00, 300/0/0/0 5:00
12 press p1 > p2: 293/0/0/0 4:53, 300/0/0/0 5:00`},

	{"bronstein with less than d left loses where delay does not", "bronstein 2s+3s", `
0s start p1
2.5s press p1`, `
0 start p1 > p1: 2/0/0/0 2.0, 2/0/0/0 2.0
2 flag p1 > none: 0/0/0/0 0:00 flag, 2/0/0/0 2.0
2.5 press p1 > none: 0/0/0/0 0:00 flag, 2/0/0/0 2.0`},

	{"delay: M - max(0, e-d)", "delay 2s+3s", `
0s start p1
2.5s press p1
6.5s press p2
11.5s press p1
15.5s at`, `
0 start p1 > p1: 2/0/0/0 2.0, 2/0/0/0 2.0
2.5 press p1 > p2: 2/0/0/0 2.0, 2/0/0/0 2.0
6.5 press p2 > p1: 2/0/0/0 2.0, 1/0/0/0 1.0
11.5 press p1 > p2: 0/0/0/0 0.0, 1/0/0/0 1.0
15.5 at > p2: 0/0/0/0 0.0, 0/0/0/0 0.0`},

	{"step: nothing is carried over", "step 30s", `
0s start p1
5s press p1
35s press p2
1m05.5s at`, `
0 start p1 > p1: 30/0/0/0 0:30, 30/0/0/0 0:30
5 press p1 > p2: 30/0/0/0 0:30, 30/0/0/0 0:30
35 press p2 > p1: 30/0/0/0 0:30, 30/0/0/0 0:30
65 flag p1 > none: 0/0/0/0 0:00 flag, 30/0/0/0 0:30
65.5 at > none: 0/0/0/0 0:00 flag, 30/0/0/0 0:30`},

	{"stages: what is left carries over", "stages 2/1m+5s,1/2m,sd 3m", `
0s start p1
10s press p1
10s press p2
20s press p1
20s press p2
30s press p1`, `
0 start p1 > p1: 60/0/0/2 1:00, 60/0/0/2 1:00
10 press p1 > p2: 55/0/0/1 0:55, 60/0/0/2 1:00
10 press p2 > p1: 55/0/0/1 0:55, 65/0/0/1 1:05
20 press p1 > p2: 170/0/0/1 2:50, 65/0/0/1 1:05
20 press p2 > p1: 170/0/0/1 2:50, 190/0/0/1 3:10
30 press p1 > p2: 340/0/0/0 5:40, 190/0/0/1 3:10`},

	{"hourglass: the sum is constant", "hourglass 1m", `
0s start p1
20s press p1
1m40s press p2
3m39.5s at
3m40s press p1
3m41s at`, `
0 start p1 > p1: 60/0/0/0 1:00, 60/0/0/0 1:00
20 press p1 > p2: 40/0/0/0 0:40, 80/0/0/0 1:20
100 press p2 > p1: 120/0/0/0 2:00, 0/0/0/0 0.0
219.5 at > p1: 0.5/0/0/0 0.5, 119.5/0/0/0 1:59
220 press p1 > p2: 0/0/0/0 0.0, 120/0/0/0 2:00
221 at > p2: 1/0/0/0 1.0, 119/0/0/0 1:59`},

	{"ing: three extensions of a sixth, as one reserve each", "ing 6m", `
0s start p1
6m30s press p1
6m30s press p2
7m10s press p1
7m10s press p2
9m at
9m1s at`, `
0 start p1 > p1: 360/3/60/0 6:00, 360/3/60/0 6:00
390 press p1 > p2: 0/3/30/0 0:30, 360/3/60/0 6:00
390 press p2 > p1: 0/3/30/0 0:30, 360/3/60/0 6:00
430 press p1 > p2: 0/2/50/0 0:50, 360/3/60/0 6:00
430 press p2 > p1: 0/2/50/0 0:50, 360/3/60/0 6:00
540 at > p1: 0/1/0/0 0.0, 360/3/60/0 6:00
540 flag p1 > none: 0/0/0/0 0:00 flag, 360/3/60/0 6:00
541 at > none: 0/0/0/0 0:00 flag, 360/3/60/0 6:00`},

	{"title: each move rounded down to whole minutes", "title 10m", `
0s start p1
59.9s press p1
59.9s press p2
2m59.9s press p1`, `
0 start p1 > p1: 600/0/0/0 10:00, 600/0/0/0 10:00
59.9 press p1 > p2: 600/0/0/0 10:00, 600/0/0/0 10:00
59.9 press p2 > p1: 600/0/0/0 10:00, 600/0/0/0 10:00
179.9 press p1 > p2: 480/0/0/0 8:00, 600/0/0/0 10:00`},

	{"shared: one pool, the arbiter adds clocks", "shared 1h", `
0s start p1
10m press p1
20m at
30m split
59m at`, `
0 start p1 > p1: 3600/0/0/0 1:00, 3600/0/0/0 1:00
600 press p1 > p2: 3000/0/0/0 0:50, 3000/0/0/0 0:50
1200 at > p2: 2400/0/0/0 0:40, 2400/0/0/0 0:40
1800 split > p2: 900/0/0/0 15:00, 900/0/0/0 15:00
2700 flag p2 > none: 900/0/0/0 15:00, 0/0/0/0 0:00 flag
3540 at > none: 900/0/0/0 15:00, 0/0/0/0 0:00 flag`},

	{"SEED-QUICK: the move is completed, both are asked, eight stones each", "preset SEED-QUICK", `
0s start p1
30s press p1
1m press p2
1m30s press p1
2m press p2
2m30s press p1
3m press p2
3m30s press p1
4m press p2
4m29s press p1
4m50s press p2
5m10s press p1
5m20s refuse
5m50.5s at`, `
300 game_time > p1: 0/0/20/0 0:20, 0/0/30/0 0:30
310 press p1 > p2: 0/0/30/8 0:30, 0/0/30/8 0:30
310 ask_draw > p2: 0/0/30/8 0:30, 0/0/30/8 0:30
320 refuse > p2: 0/0/30/8 0:30, 0/0/30/8 0:30
320 extra > p2: 0/0/30/8 0:30, 0/0/30/8 0:30
350 flag p2 > none: 0/0/30/8 0:30, 0/0/0/8 0:00 flag
350.5 at > none: 0/0/30/8 0:30, 0/0/0/8 0:00 flag`},

	{"TW-30/15: thirty minutes must contain fifteen moves, then ten in five minutes", "preset TW-30/15 +5/10", `
0s start p1
29m press p1
31m at
59m01s at`, `
0 start p1 > p1: 1800/0/300/15 0:30, 1800/0/300/15 0:30
1740 press p1 > p2: 60/0/300/14 1:00, 1800/0/300/15 0:30
1860 at > p2: 60/0/300/14 1:00, 1680/0/300/15 0:28
3540 flag p2 > none: 60/0/300/14 1:00, 0/0/300/15 0:00 flag
3541 at > none: 60/0/300/14 1:00, 0/0/300/15 0:00 flag`},

	{"CK-1: the press is undone, the false interval charged, two minutes for the opponent", "sd 10m", `
0s start p1
1m press p1
1m05s undo
1m05s adjust p2 +2m CK-1
1m10s press p1`, `
0 start p1 > p1: 600/0/0/0 10:00, 600/0/0/0 10:00
60 press p1 > p2: 540/0/0/0 9:00, 600/0/0/0 10:00
65 undo > p1: 535/0/0/0 8:55, 600/0/0/0 10:00
65 adjust p2 +2m CK-1 > p1: 535/0/0/0 8:55, 720/0/0/0 12:00
70 press p1 > p2: 530/0/0/0 8:50, 720/0/0/0 12:00`},

	{"a pause freezes main time, period and delay", "byoyomi 10s 3x30s", `
0s start p1
25s pause a stone fell
10m resume
10m14.9s press p1`, `
0 start p1 > p1: 10/3/30/0 0:10, 10/3/30/0 0:10
25 pause a stone fell > p1: 0/3/15/0 0:15, 10/3/30/0 0:10
600 resume > p1: 0/3/15/0 0:15, 10/3/30/0 0:10
614.9 press p1 > p2: 0/3/30/0 0:30, 10/3/30/0 0:10`},
}
