package sandbox

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/crash"
)

// In a conversation each of two programs reads what the other prints. The judge passes the messages on and records
// them. Both programs have limits. Waiting for the other is not idleness; when each waits for the other, the
// conversation is over.

// Conversation is the result of two programs that talked. Its owner calls Close.
type Conversation struct {
	Outcomes [2]Outcome
	First    int           // the program that first said its last word
	Silent   time.Duration // when that was
	Said     [2]int64      // bytes
	Stuck    bool          // each waited for the other, until both were stopped
}

// Close gives back what the outcomes hold.
func (c *Conversation) Close() error {
	return errors.Join(c.Outcomes[0].Close(), c.Outcomes[1].Close())
}

// Heard gets the messages in their order: the program, the time and the text. It may use the text only during the call.
type Heard func(by int, at time.Duration, said []byte)

// Typed passes on the text from in, block by block, to one Play after the other.
func Typed(in io.Reader) <-chan []byte {
	blocks := make(chan []byte)
	go func() { // ended when the typing ends, or with the process
		defer close(blocks)
		for {
			block := make([]byte, 32<<10)
			n, err := in.Read(block)
			if n > 0 {
				blocks <- block[:n]
			}
			if err != nil {
				return
			}
		}
	}()
	return blocks
}

// Play connects a program with the judge's own side: the program reads what comes from in, and out gets its output.
// The judge's side has no time limit.
func (s *Sandbox) Play(ctx context.Context, c Command, in <-chan []byte, out io.Writer) (Outcome, error) {
	theirs, ours, err := newEnds()
	if err != nil {
		return Outcome{}, err
	}
	defer ours.close()
	const aDay = 24 * time.Hour
	theirs.stall, theirs.patience, theirs.idle = aDay, aDay, func(time.Duration, time.Duration, bool) {}
	most := c.Limits.filled().Output
	if !s.sees() { // else waiting for a person who types would be taken for idleness
		c.Limits.Wall = aDay
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tooMuch := false
	printed := make(chan struct{})
	var pumps crash.Group // ended by the program's end
	pumps.Go(func() {
		defer close(printed)
		n, _ := io.Copy(out, io.LimitReader(ours.in, most))
		if tooMuch = n >= most; tooMuch {
			stop()
		}
		io.Copy(io.Discard, ours.in)
	})
	pumps.Go(func() {
		defer ours.out.Close()
		for {
			select {
			case block, more := <-in:
				if _, err := ours.out.Write(block); err != nil || !more {
					return
				}
			case <-printed:
				return
			}
		}
	})
	c.ends = theirs
	o, err := s.runOnce(ctx, c)
	theirs.close()
	ours.drain()
	pumps.Wait()
	if tooMuch && o.End == Interrupted {
		o.End = OutputLimit
	}
	return o, err
}

// grace is how long a program may go on when everything is decided. Most end by themselves when their input has ended;
// on a busy machine the end of one that crashed is seen late.
const grace = time.Second

// talk is a conversation in progress.
type talk struct {
	Conversation
	began time.Time
	stall time.Duration
	heard Heard
	ours  [2]*ends // the judge's ends of their pipes
	stop  [2]context.CancelFunc
	over  [2]bool // it said more than it may

	mu     sync.Mutex    // guards the fields below, and the order of messages
	moved  time.Time     // the time of the last message or end
	spoke  time.Time     // when something was last said, or passed on
	owed   time.Duration // for how long the first had nothing to do but wait: for the second, or for us
	silent bool          // one of them fell silent
	gone   [2]bool       // it ended
	idled  [2]bool       // it slept for longer than it may

	passing [2]bool          // its message is on its way to the other, who must read it
	total   [2]time.Duration // that it was idle, as last told
	quiet   [2]time.Duration // since it last used its processor, or since somebody spoke
	listens [2]bool          // it seems to wait for input
}

// Converse lets two programs talk until both have ended. If settled says that the end of the second decides
// everything, the first is soon stopped. An error is the judge's own fault, never the programs'.
func (s *Sandbox) Converse(ctx context.Context, first, second Command, settled func(Outcome) bool, heard Heard) (_ Conversation, err error) {
	commands := [2]Command{first, second}
	t := &talk{heard: heard, began: time.Now(), moved: time.Now(), spoke: time.Now()}
	t.stall = commands[0].Limits.filled().Wall
	patience := 2 * t.stall
	for _, c := range commands {
		patience += c.Limits.filled().patience(leastPatience)
	}
	var ctxs [2]context.Context
	for i := range commands {
		c := &commands[i]
		if c.ends, t.ours[i], err = newEnds(); err != nil {
			return t.Conversation, err
		}
		defer c.ends.close()
		defer t.ours[i].close()
		c.ends.stall, c.ends.patience, c.ends.idle = t.stall, patience, func(total, quiet time.Duration, listens bool) { t.idle(i, total, quiet, listens) }
		ctxs[i], t.stop[i] = context.WithCancel(ctx)
		defer t.stop[i]()
	}
	var pumps, runs crash.Group
	for i := range commands {
		most := commands[i].Limits.filled().Output
		pumps.Go(func() { t.pump(i, t.ours[i].in, t.ours[1-i].out, most) })
	}
	var errs [2]error
	for i := range commands {
		runs.Go(func() {
			t.Outcomes[i], errs[i] = s.runOnce(ctxs[i], commands[i])
			commands[i].ends.close() // if it never began
			t.left(i)
			if errs[i] != nil || t.Outcomes[i].End == Starved {
				t.stop[1-i]()
			} else if i == 1 && settled(t.Outcomes[1]) {
				t.fellSilent(1)
				time.AfterFunc(grace, t.stop[0])
			}
		})
	}
	runs.Wait()
	t.ours[0].drain()
	t.ours[1].drain()
	pumps.Wait()
	return t.sum(), errors.Join(errs[0], errs[1])
}

// sum returns the result of the conversation.
func (t *talk) sum() Conversation {
	for i := range t.Outcomes {
		switch o := &t.Outcomes[i]; {
		case o.End != Interrupted:
		case t.over[i]:
			o.End = OutputLimit
		case t.idled[i]:
			o.End = WallLimit
		}
	}
	return t.Conversation
}

// pump passes one program's output to the other. If the other has ended, the output is thrown away, so that writing
// does not kill the first. When the output ends, the other's input ends.
func (t *talk) pump(by int, from io.Reader, to io.WriteCloser, most int64) {
	defer to.Close()
	defer t.fellSilent(by)
	block := make([]byte, 64<<10)
	for listens := true; ; {
		n, err := from.Read(block)
		if n > 0 {
			if t.note(by, block[:n]) > most {
				t.over[by] = true
				t.stop[by]()
				listens = false
			}
			if listens {
				_, gone := to.Write(block[:n])
				t.passedOn(by)
				if listens = gone == nil; !listens && by == 0 {
					t.fellSilent(1) // a flood passes its limit before the end of the other's output is seen
				}
			}
		}
		if err != nil {
			return
		}
	}
}

// fellSilent records which program fell silent first. It is called in the order in which the pipes end, so that a
// program that ended because of the other is never taken for the first.
func (t *talk) fellSilent(who int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.silent {
		t.silent, t.First, t.Silent = true, who, time.Since(t.began)
	}
}

// note records a message and returns the number of bytes that this program has said.
func (t *talk) note(by int, said []byte) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.advance(by == 1)
	t.passing[by] = true
	t.Said[by] += int64(len(said))
	if !t.over[by] && !t.Stuck { // a waiting program may be stopped a moment after the other, and say more until then
		t.heard(by, at.Sub(t.began), said)
	}
	return t.Said[by]
}

// passedOn notes that a message is in the other's pipe. The sender is blocked until then.
func (t *talk) passedOn(by int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.advance(true)
	t.passing[by] = false
}

// advance ends the time since something moved. Waits says whether the first could only wait in it.
func (t *talk) advance(waits bool) (at time.Time) {
	at = time.Now()
	if waits {
		t.owed += at.Sub(t.spoke)
	}
	t.moved, t.spoke, t.quiet = at, at, [2]time.Duration{}
	return at
}

// left notes that a program has ended. The other learns it from the end of its input.
func (t *talk) left(who int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.gone[who], t.moved = true, time.Now()
}

// idle notes for how long a program was idle in all, and for how long since it last used its processor. An idle
// program waits for the other or sleeps:
//
//   - The first slept if it was idle for longer than the second took to answer and to read.
//   - A program slept if the other has ended, or if it did not read what was there for it.
//   - If neither has said anything nor used its processor for the wall limit, one that does not listen slept. If both
//     listen, they wait for each other: both are stuck.
func (t *talk) idle(who int, total, quiet time.Duration, listens bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total[who], t.quiet[who], t.listens[who] = total, min(quiet, time.Since(t.spoke)), listens
	other := 1 - who
	switch {
	case t.total[0] > t.owed+max(0, time.Since(t.spoke)-t.quiet[1])+2*t.stall:
		t.slept(0)
	case quiet < t.stall || time.Since(t.moved) < t.stall*9/10:
	case t.gone[other], !t.passing[who] && unread(t.ours[who].out) > 0:
		t.slept(who)
	case t.quiet[other] < t.stall, t.unheard(0), t.unheard(1):
	case t.asleep(0):
		t.slept(0)
	case t.asleep(1):
		t.slept(1)
	default:
		t.Stuck = true
		t.stop[0]()
		t.stop[1]()
	}
}

// asleep reports whether a silent program waits neither for something to read nor for the other to read.
func (t *talk) asleep(who int) bool { return !t.passing[who] && !t.listens[who] }

// unheard reports whether a program has said something that we have not read: on a busy machine we may be late.
func (t *talk) unheard(who int) bool { return !t.passing[who] && unread(t.ours[who].in) > 0 }

// slept stops a program that slept for longer than it may.
func (t *talk) slept(who int) {
	t.idled[who] = true
	t.stop[who]()
}

// ends holds one end of each of two pipes: one to read from, one to write to.
type ends struct {
	in, out *os.File

	stall    time.Duration // that it may be idle before idle is told, again and again
	patience time.Duration // that all may take
	idle     func(total, quiet time.Duration, listens bool)
}

// newEnds are a program's ends of two pipes, and ours.
func newEnds() (theirs, ours *ends, err error) {
	theirs, ours = &ends{}, &ends{}
	if theirs.in, ours.out, err = os.Pipe(); err == nil {
		if ours.in, theirs.out, err = os.Pipe(); err != nil {
			theirs.in.Close()
			ours.out.Close()
		}
	}
	return theirs, ours, err
}

// drain reads what the ended programs left in the pipes, and then stops: without walls, an escaped process may hold a
// pipe open.
func (e *ends) drain() {
	until := time.Now().Add(5 * time.Second)
	e.in.SetReadDeadline(until)
	e.out.SetWriteDeadline(until)
}

func (e *ends) close() {
	e.in.Close()
	e.out.Close()
}
