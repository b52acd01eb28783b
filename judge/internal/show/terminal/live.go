package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// Live is a line on a terminal that is written over again and again; elsewhere it is nothing.
type Live struct {
	w     io.Writer
	lang  say.Language
	width func() int // asked each time: the window may have become narrower
	on    bool
	shown bool
}

// NewLive is a line on a terminal.
func NewLive(w io.Writer, lang say.Language, width func() int) *Live {
	return &Live{w: w, lang: lang, width: width, on: true}
}

// Live is a line on w, if that is a terminal.
func (c *Console) Live(w io.Writer) *Live {
	l := NewLive(w, c.Lang, c.width)
	l.on = c.Terminal(w)
	return l
}

// Show replaces the line.
func (l *Live) Show(format string, args ...any) {
	if l.on {
		fmt.Fprintf(l.w, wipe+"%s", Shorten(Escape(l.lang.Say(format, args...)), l.width()-1))
		l.shown = true
	}
}

// On reports whether anybody sees it.
func (l *Live) On() bool { return l.on }

// Keep leaves the line where it is; what else goes to the same terminal comes below.
func (l *Live) Keep() {
	if l.shown {
		fmt.Fprintln(l.w)
		l.shown = false
	}
}

// Erase makes room for what else goes to the same terminal.
func (l *Live) Erase() {
	if l.shown {
		fmt.Fprint(l.w, wipe)
		l.shown = false
	}
}

// Waiting is a live line that says how far the work is, if that takes more than a second.
type Waiting struct {
	mu   sync.Mutex // guards the line and what it says
	line *Live
	done int
	end  chan struct{}
}

// Wait begins to show progress. Text makes the line from the number of things done and the seconds passed.
func (c *Console) Wait(w io.Writer, text func(done int, seconds float64) say.Message) *Waiting {
	return wait(c.Live(w), text)
}

func wait(line *Live, text func(done int, seconds float64) say.Message) *Waiting {
	p := &Waiting{line: line, end: make(chan struct{})}
	if p.line.on {
		go p.show(text)
	}
	return p
}

// lasting is the text of a Waiting that only says what is going on, and for how long already.
func lasting(what say.Message) func(int, float64) say.Message {
	return func(_ int, seconds float64) say.Message { return say.Of("%s, %.0f s", what, seconds) }
}

func (p *Waiting) show(text func(done int, seconds float64) say.Message) {
	start := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.end:
			return
		case now := <-tick.C:
			p.mu.Lock()
			select {
			case <-p.end: // just now
			default:
				p.line.Show("%s", text(p.done, now.Sub(start).Seconds()))
			}
			p.mu.Unlock()
		}
	}
}

// Meanwhile shows on standard error what is going on if that takes more than a second. Stop ends it; it may be
// called more than once.
func (c *Console) Meanwhile(what say.Message) (stop func()) {
	p := c.Wait(c.Stderr, lasting(what))
	return sync.OnceFunc(p.Stop)
}

// Step counts one more, and makes room for it, should it go to the same terminal.
func (p *Waiting) Step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.line.Erase()
}

// Stop ends it.
func (p *Waiting) Stop() {
	close(p.end)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.Erase()
}

// Steps is a live line for work in several steps: what is being done, and after a second for how long already.
type Steps struct {
	line *Live
	now  *Waiting // nil before the first step
}

// Steps is such a line on standard error.
func (c *Console) Steps() *Steps { return &Steps{line: c.Live(c.Stderr)} }

// Show begins the next step.
func (s *Steps) Show(format string, args ...any) {
	s.Erase()
	s.line.Show(format, args...)
	s.now = wait(s.line, lasting(say.Of(format, args...)))
}

// Erase ends the step, and makes room for what else goes to the same terminal.
func (s *Steps) Erase() {
	if s.now != nil {
		s.now.Stop()
		s.now = nil
	}
	s.line.Erase()
}
