package clock

import "strings"

// Preset is a control that events have used, by name (CLOCK.md section 2.1).
type Preset struct {
	Name, Spec string
}

// presets in the order of CLOCK.md. A name is compared without case and blanks.
var presets = [...]Preset{
	{"SEED-15", "sd 15m"},
	{"SEED-60", "sd 60m"},
	{"SEED-120", "sd 120m"},
	{"SEED-300", "sd 300m"},
	{"SEED-20+1m", "byoyomi 20m 1x60s"},
	{"SEED-QUICK", "quick 5m 30s 8x30s"},
	{"SEED-KO-1", "sd 15m"},
	{"SEED-KO-2", "sd 30m"},
	{"SEED-KO-FINAL", "sd 45m"},
	{"TW-30/15+5/10", "canadian 15/30m 10/5m"},
	{"TW-30/15+10/10", "canadian 15/30m 10/10m"},
	{"RIF-2h", "canadian 120m 30/30m"},
	{"RIF-AT", "fischer 135m+30s first"},
	{"RIF-BT", "fischer 90m+30s first"},
	{"RIF-QT", "fischer 60m+30s first"},
	{"EC2012", "fischer 120m+30s"},
	{"ECQ", "fischer 90m+30s"},
	{"TW2025", "fischer 30m+30s"},
	{"CN-2020", "fischer 90m+30s"},
	{"CN-2020-YOUTH", "sd 60m"},
	{"MSO", "fischer 10m+10s"},
	{"MSO gomoku", "fischer 10m+10s"},
}

// Presets lists the named controls.
func Presets() []Preset { return append([]Preset(nil), presets[:]...) }

func (p *parser) preset() (Control, error) {
	first, name := word{at: len(p.spec)}, ""
	for i, w := range p.words {
		if i == 0 {
			first = w
		}
		name += w.text
	}
	names := make([]string, len(presets))
	for i, preset := range presets {
		if strings.ToLower(strings.ReplaceAll(preset.Name, " ", "")) == name {
			return ParseControl(preset.Spec)
		}
		names[i] = preset.Name
	}
	return Control{}, p.wrong(word{name, first.at}, "one of "+strings.Join(names, ", "))
}
