package clock

import (
	"fmt"
	"strings"
	"time"
)

// The SPEC of each system: one function that reads it, one that writes it.

func parseMain(p *parser, c *Control) (err error) {
	c.main, err = p.duration(p.next())
	return err
}

func textMain(c Control) string { return formatDuration(c.main) }

func parseByoyomi(p *parser, c *Control) (err error) {
	if c.main, err = p.durationOrZero(p.next()); err != nil {
		return err
	}
	c.periods, c.period, err = p.counted(p.next(), "x", "periods")
	return err
}

func textByoyomi(c Control) string {
	return fmt.Sprintf("%s %dx%s", formatDuration(c.main), c.periods, formatDuration(c.period))
}

func parseCanadian(p *parser, c *Control) (err error) {
	main := p.next()
	if strings.Contains(main.text, "/") {
		c.opening, c.main, err = p.counted(main, "/", "moves")
	} else {
		c.main, err = p.durationOrZero(main)
	}
	if err != nil {
		return err
	}
	c.stones, c.period, err = p.counted(p.next(), "/", "stones")
	c.carry = p.option("carry")
	return err
}

func textCanadian(c Control) string {
	text := fmt.Sprintf("%s %d/%s", formatDuration(c.main), c.stones, formatDuration(c.period))
	if c.opening > 0 {
		text = fmt.Sprintf("%d/%s", c.opening, text)
	}
	if c.carry {
		text += " carry"
	}
	return text
}

// parseBonus reads TIME+TIME, in which the second must be there.
func parseBonus(p *parser, c *Control) (err error) {
	w := p.next()
	if c.main, c.bonus, err = p.summed(w); err != nil {
		return err
	}
	if c.bonus == 0 {
		return p.wrong(w, "TIME+TIME such as 5m+3s")
	}
	return nil
}

func textBonus(c Control) string {
	return formatDuration(c.main) + "+" + formatDuration(c.bonus)
}

func parseFischer(p *parser, c *Control) error {
	err := parseBonus(p, c)
	c.first = p.option("first")
	return err
}

func textFischer(c Control) string { return textBonus(c) + firstWord(c) }

func firstWord(c Control) string {
	if c.first {
		return " first"
	}
	return ""
}

// parseStages reads MOVES/TIME[+TIME] joined by commas; the last may be sd TIME[+TIME].
// The parts may have blanks around the commas.
func parseStages(p *parser, c *Control) error {
	for more := true; more; {
		w := p.next()
		sudden := w.text == "sd"
		if sudden {
			w = p.next()
		}
		part, rest, comma := w.cut(",")
		if comma && rest.text != "" {
			p.words = append([]word{rest}, p.words...)
		} else if !comma && len(p.words) > 0 && strings.HasPrefix(p.words[0].text, ",") {
			_, rest, comma = p.next().cut(",")
			if rest.text != "" {
				p.words = append([]word{rest}, p.words...)
			}
		}
		if err := p.addStage(c, part, sudden); err != nil {
			return err
		}
		if sudden && comma {
			return p.wrong(w, "nothing after the sudden death stage")
		}
		more = comma
	}
	c.first = p.option("first")
	return nil
}

func (p *parser) addStage(c *Control, w word, sudden bool) (err error) {
	if c.count == maxStages {
		return p.wrong(w, fmt.Sprintf("at most %d stages", maxStages))
	}
	s := &c.stages[c.count]
	if !sudden {
		count, rest, found := w.cut("/")
		if !found {
			return p.wrong(w, "MOVES/TIME or sd TIME")
		}
		if s.moves, err = p.number(count, "moves"); err != nil {
			return err
		}
		w = rest
	}
	s.time, s.increment, err = p.summed(w)
	c.count++
	return err
}

func textStages(c Control) string {
	parts := make([]string, c.count)
	for i, s := range c.stages[:c.count] {
		parts[i] = "sd "
		if s.moves > 0 {
			parts[i] = fmt.Sprintf("%d/", s.moves)
		}
		parts[i] += formatDuration(s.time)
		if s.increment > 0 {
			parts[i] += "+" + formatDuration(s.increment)
		}
	}
	return strings.Join(parts, ",") + firstWord(c)
}

// parseIng reads a main time and optionally the extensions; without them there are
// three, each a sixth of the main time.
func parseIng(p *parser, c *Control) (err error) {
	main := p.next()
	if c.main, err = p.duration(main); err != nil {
		return err
	}
	if len(p.words) > 0 {
		c.periods, c.period, err = p.counted(p.next(), "x", "extensions")
		return err
	}
	c.periods, c.period = 3, c.main/6
	if c.period == 0 {
		return p.wrong(main, "a time that has a sixth part")
	}
	return nil
}

func textIng(c Control) string {
	if c.periods == 3 && c.period == c.main/6 {
		return textMain(c)
	}
	return textByoyomi(c)
}

func parseTitle(p *parser, c *Control) (err error) {
	w := p.next()
	if c.main, err = p.duration(w); err == nil && c.main%time.Minute != 0 {
		err = p.wrong(w, "whole minutes")
	}
	return err
}

// parseQuick reads game time, limit of a move, stones and limit of the extra phase.
func parseQuick(p *parser, c *Control) (err error) {
	if c.main, err = p.duration(p.next()); err != nil {
		return err
	}
	if c.period, err = p.duration(p.next()); err != nil {
		return err
	}
	c.stones, c.extra, err = p.counted(p.next(), "x", "stones")
	c.each = p.option("each")
	return err
}

func textQuick(c Control) string {
	text := fmt.Sprintf("%s %s %dx%s", formatDuration(c.main), formatDuration(c.period), c.stones, formatDuration(c.extra))
	if c.each {
		text += " each"
	}
	return text
}
