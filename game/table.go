package game

// handler is what one input does in one phase. None means that the input has no
// meaning there.
type handler func(*Game, Input)

// row is what one input does in the phases in which it means something.
type row map[Phase]handler

// in gives the same handler to several phases.
func in(h handler, phases ...Phase) row { return row{}.in(h, phases...) }

// in adds a handler for further phases to a row.
func (r row) in(h handler, phases ...Phase) row {
	for _, p := range phases {
		r[p] = h
	}
	return r
}

// orders are what a person orders, rather than sees or plays: what follows from them says who
// gave them and why.
var orders = map[InputKind]bool{
	Start: true, Pause: true, Resume: true, Adjust: true, Counter: true, Turn: true, Unpress: true, Correct: true,
	TakeBack: true, Infract: true, Rule: true, Disturb: true, Bump: true, Irreparable: true, Scatter: true, Rewind: true,
	LongAgo: true, WrongOpening: true, MixedColors: true, ClockFault: true, Leave: true, Defy: true, Sign: true, Absent: true,
	Arrive: true, Adjourn: true, Confirm: true, Seal: true, Unseal: true, Colors: true, Enter: true,
}

// handlers is the machine: input × phase → what to do. What is not in it is ignored.
// Tick has no row: letting time pass is all it does.
var handlers = map[InputKind]row{
	Start: in((*Game).onStart, Setup),

	See: in((*Game).onSee, Play).in((*Game).onSeeOpening, Opening).in((*Game).onSeePaused, Paused).
		in((*Game).onSeeFlagged, Dispute).in((*Game).onSeeIdle, Setup, Over),
	Gone: in((*Game).onGone, Play).in((*Game).onGoneOpening, Opening).in((*Game).onSeePaused, Paused).
		in((*Game).onSeeIdle, Setup, Over, Dispute),
	Position:   in((*Game).onPosition, Setup, Opening, Play, Paused, Dispute, Over),
	Shift:      in((*Game).onShift, Opening, Play, Paused),
	HandIn:     in((*Game).onHand, Setup, Opening, Play, Paused, Dispute, Over),
	HandOut:    in((*Game).onHand, Setup, Opening, Play, Paused, Dispute, Over),
	Doubt:      in((*Game).onDoubt, Setup, Opening, Play, Paused, Dispute),
	Blind:      in((*Game).onBlind, Setup, Opening, Play, Paused, Dispute, Over),
	Sight:      in((*Game).onSight, Setup, Opening, Play, Paused, Dispute, Over),
	BoardMoved: in((*Game).onBoardMoved, Setup, Opening, Play, Paused),

	Press: in((*Game).onPress, Play).in((*Game).onPressOpening, Opening).in((*Game).onPressPaused, Paused).
		in((*Game).onStartPress, Setup),
	Pass:        in((*Game).onPass, Play).in((*Game).onPassOpening, Opening),
	Resign:      in((*Game).onResign, Opening, Play, Paused),
	OfferDraw:   in((*Game).onOfferDraw, Play).in((*Game).onOfferDrawOpening, Opening),
	AcceptDraw:  in((*Game).onAcceptDraw, Play, Paused),
	DeclineDraw: in((*Game).onDeclineDraw, Play, Paused),
	Claim:       in((*Game).onClaim, Opening, Play, Paused).in((*Game).onClaimDrawn, Over),

	Swap:    in((*Game).onSwap, Opening).in((*Game).voidInPlay, Play),
	Keep:    in((*Game).onKeep, Opening).in((*Game).voidInPlay, Play),
	Declare: in((*Game).onDeclare, Opening).in((*Game).voidInPlay, Play),
	Choose:  in((*Game).onChoose, Opening).in((*Game).voidInPlay, Play),

	Pause:    in((*Game).onPause, Opening, Play),
	Resume:   in((*Game).onResume, Paused).in((*Game).onOverrule, Over),
	Adjust:   in((*Game).onAdjust, Setup, Opening, Play, Paused),
	Counter:  in((*Game).onCounter, Opening, Play, Paused),
	Turn:     in((*Game).onTurn, Play, Paused),
	Unpress:  in((*Game).onUnpress, Play),
	Correct:  in((*Game).onCorrect, Setup, Opening, Play, Paused),
	TakeBack: in((*Game).onTakeBack, Opening, Play, Paused),
	Infract:  in((*Game).onInfract, Opening, Play, Paused),
	Rule:     in((*Game).onRule, Setup, Opening, Play, Paused, Dispute).in((*Game).onRuleAgain, Over),

	Disturb:      in((*Game).onDisturb, Opening, Play, Paused),
	Bump:         in((*Game).onBump, Opening, Play, Paused),
	Irreparable:  in((*Game).onIrreparable, Opening, Play, Paused),
	Scatter:      in((*Game).onScatter, Opening, Play, Paused),
	Rewind:       in((*Game).onRewind, Opening, Play, Paused).in((*Game).onRewindOver, Over),
	LongAgo:      in((*Game).onLongAgo, Opening, Play, Paused),
	WrongOpening: in((*Game).onWrongOpening, Opening, Play, Paused),
	MixedColors:  in((*Game).onMixedColors, Opening, Play, Paused),
	Leave:        in((*Game).onLeave, Opening, Play, Paused),
	ClockFault:   in((*Game).onClockFault, Opening, Play),
	Defy:         in((*Game).onDefy, Opening, Play, Paused, Over),
	Sign:         in((*Game).onSign, Over),

	Absent:  in((*Game).onAbsent, Setup, Opening, Play),
	Arrive:  in((*Game).onArrive, Setup, Opening, Play, Paused),
	Adjourn: in((*Game).onAdjourn, Play),
	Confirm: in((*Game).onConfirm, Paused),
	Seal:    in((*Game).onSeal, Play),
	Unseal:  in((*Game).onUnseal, Paused),
	Colors:  in((*Game).onColors, Setup),
	Enter:   in((*Game).onEnter, Setup, Opening, Play, Paused, Over),

	Recover: in((*Game).onRecover, Setup, Opening, Play, Paused),
	Fail:    in((*Game).onFail, Setup, Opening, Play, Paused, Dispute, Over),
	Heal:    in((*Game).onHeal, Setup, Opening, Play, Paused, Dispute, Over),
	Film:    in((*Game).onFilm, Setup, Opening, Play, Paused, Dispute, Over),
}
