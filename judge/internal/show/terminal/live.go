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
	mu    sync.Mutex
	shown bool
	end   chan struct{} // of what is shown again every second; nil if nothing is
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

// On reports whether anybody sees it.
func (l *Live) On() bool { return l.on }

// Show replaces the line.
func (l *Live) Show(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw(say.Of(format, args...))
}

func (l *Live) draw(what say.Message) {
	if l.on {
		fmt.Fprintf(l.w, wipe+"%s", Shorten(Escape(l.lang.Line(what)), l.width()-1))
		l.shown = true
	}
}

// Step shows what goes on now, and after each second for how long already, until the next step or the end. Of steps that
// go on at once, the last is shown.
func (l *Live) Step(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	what := say.Of(format, args...)
	l.draw(what)
	l.repeat(lasting(what))
}

// lasting is what goes on, and for how long already.
func lasting(what say.Message) func(seconds float64) say.Message {
	return func(seconds float64) say.Message { return say.Of("%s, %.0f s", what, seconds) }
}

// Every shows a text each second until the end. Work that is done sooner shows nothing.
func (l *Live) Every(text func(seconds float64) say.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.repeat(text)
}

// repeat shows a text each second, and no other any more.
func (l *Live) repeat(text func(seconds float64) say.Message) {
	l.still()
	end := make(chan struct{})
	l.end = end
	go func() {
		start, tick := time.Now(), time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-end:
				return
			case now := <-tick.C:
				l.mu.Lock()
				if l.end == end { // not ended just now
					l.draw(text(now.Sub(start).Seconds()))
				}
				l.mu.Unlock()
			}
		}
	}()
}

// Keep leaves the line where it is; what else goes to the same terminal comes below.
func (l *Live) Keep() { l.leave("\n") }

// Erase makes room for what else goes to the same terminal.
func (l *Live) Erase() { l.leave(wipe) }

// leave writes what follows the line if it is there.
func (l *Live) leave(with string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		io.WriteString(l.w, with)
		l.shown = false
	}
}

// still ends what is shown again.
func (l *Live) still() {
	if l.end != nil {
		close(l.end)
		l.end = nil
	}
}

// End erases the line, and shows nothing more by itself. It may be called more than once.
func (l *Live) End() {
	l.mu.Lock()
	l.still()
	l.mu.Unlock()
	l.Erase()
}

// Meanwhile shows on standard error what is going on if that takes more than a second, until it is stopped.
func (c *Console) Meanwhile(what say.Message) (stop func()) {
	l := c.Live(c.Stderr)
	l.Every(lasting(what))
	return l.End
}
