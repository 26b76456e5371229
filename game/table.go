package game

// handler is what one input does in one phase. None means that the input has no
// meaning there.
type handler func(*Game, Input)

// inPhases gives the same handler to several phases.
func inPhases(h handler, phases ...Phase) map[Phase]handler {
	m := make(map[Phase]handler, len(phases))
	for _, p := range phases {
		m[p] = h
	}
	return m
}

// and adds handlers for further phases to a row.
func and(m map[Phase]handler, h handler, phases ...Phase) map[Phase]handler {
	for _, p := range phases {
		m[p] = h
	}
	return m
}

// handlers is the machine: input × phase → what to do. What is not in it is ignored.
var handlers = map[InputKind]map[Phase]handler{
	Start: inPhases((*Game).onStart, Setup),

	See:        and(and(inPhases((*Game).onSee, Play), (*Game).onSeePaused, Paused), (*Game).onSeeIdle, Setup, Over),
	Gone:       and(and(inPhases((*Game).onGone, Play), (*Game).onSeePaused, Paused), (*Game).onSeeIdle, Setup, Over),
	Position:   inPhases((*Game).onPosition, Setup, Play, Paused, Over),
	Shift:      inPhases((*Game).onShift, Play, Paused),
	HandIn:     inPhases((*Game).onHand, Setup, Play, Paused, Over),
	HandOut:    inPhases((*Game).onHand, Setup, Play, Paused, Over),
	Doubt:      inPhases((*Game).onDoubt, Setup, Play, Paused),
	Blind:      inPhases((*Game).onBlind, Setup, Play, Paused, Over),
	Sight:      inPhases((*Game).onSight, Setup, Play, Paused, Over),
	BoardMoved: inPhases((*Game).onBoardMoved, Setup, Play, Paused),

	Press:       and(inPhases((*Game).onPress, Play), (*Game).onStartPress, Setup),
	Pass:        inPhases((*Game).onPass, Play),
	Resign:      inPhases((*Game).onResign, Play, Paused),
	OfferDraw:   inPhases((*Game).onOfferDraw, Play),
	AcceptDraw:  inPhases((*Game).onAcceptDraw, Play, Paused),
	DeclineDraw: inPhases((*Game).onDeclineDraw, Play, Paused),
	Claim:       inPhases((*Game).onClaim, Play, Paused),

	Pause:    inPhases((*Game).onPause, Play),
	Resume:   inPhases((*Game).onResume, Paused),
	Adjust:   inPhases((*Game).onAdjust, Setup, Play, Paused),
	Correct:  inPhases((*Game).onCorrect, Setup, Play, Paused),
	TakeBack: inPhases((*Game).onTakeBack, Play, Paused),
	Infract:  inPhases((*Game).onInfract, Play, Paused),
	Rule:     inPhases((*Game).onRule, Setup, Play, Paused),

	Recover: inPhases((*Game).onRecover, Setup, Play, Paused),
	Fail:    inPhases((*Game).onFail, Setup, Play, Paused, Over),
	Heal:    inPhases((*Game).onHeal, Setup, Play, Paused, Over),
	// Tick has no row: letting time pass is all it does.
}
