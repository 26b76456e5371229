package publish

// Codes of the faults of this package. They are stable: pages and people refer to them.
const (
	FaultLost    = "mqtt_lost"    // the broker cannot be reached
	FaultRefused = "mqtt_refused" // the broker is there and does not let us in
	FaultDropped = "mqtt_dropped" // the outbox was full and its oldest events were given up
	FaultMark    = "mqtt_mark"    // the number of the last acknowledged event cannot be kept
)

// Fault is a condition of the feed that a person should know about, or its end.
type Fault struct {
	Code   string
	Text   string // what is wrong, for how long it matters, what to do
	Healed bool
}

// faultRoom is how many faults may wait for a reader. Beyond it the oldest is
// forgotten: what counts is how things are now.
const faultRoom = 32

// report hands a fault to whoever reads Faults, and to the log. It never waits.
func (p *Publisher) report(f Fault) {
	if f.Healed {
		p.log.Info(f.Text, "code", f.Code, "healed", true)
	} else {
		p.log.Warn(f.Text, "code", f.Code)
	}
	for {
		select {
		case p.faults <- f:
			return
		default:
		}
		select {
		case <-p.faults:
		default:
		}
	}
}

// raise reports a fault once until heal is called for its code.
func (p *Publisher) raise(code, text string) {
	if !p.raised[code] {
		p.raised[code] = true
		p.report(Fault{Code: code, Text: text})
	}
}

// heal reports the end of a fault that was raised.
func (p *Publisher) heal(code, text string) {
	if p.raised[code] {
		delete(p.raised, code)
		p.report(Fault{Code: code, Text: text, Healed: true})
	}
}
