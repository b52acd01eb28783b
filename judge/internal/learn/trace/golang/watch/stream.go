//go:build unix

// Package watch is compiled together with a program that is watched, as files of its package main. So all its names
// begin with judge, those of its imports, too; and since many programs have a max and a min of their own, it calls
// neither. It tells what the program does; see the package record for the format.
package watch

//lint:file-ignore U1000 programs that are watched call it

import (
	judgeOS "os"
	judgeStrconv "strconv"
	judgeSync "sync"
	judgeSyscall "syscall"
	judgeTime "time"
)

// judgeStream writes the record.
type judgeStream struct {
	judgeSync.Mutex
	kept  []byte
	open  bool // it is written somewhere,
	ended bool // and its end is written
}

var judgeOut = judgeHeader()

const (
	judgeFile  = 4
	judgeRoom  = 1 << 15
	judgeClock = 86
)

// judgeHeader begins a record, if one is wanted.
func judgeHeader() *judgeStream {
	s := &judgeStream{kept: make([]byte, 0, judgeRoom+64)}
	s.open = judgeOS.Getenv("JUDGE_CLOCK") != ""
	s.kept = append(s.kept, 'S', 'J', 'R', '1', byte(judge.size), 0, 0, 0)
	return s
}

func init() {
	if limit, err := judgeStrconv.Atoi(judgeOS.Getenv("JUDGE_CLOCK")); err == nil {
		go judgeOut.guard(judgeTime.Duration(limit) * judgeTime.Millisecond)
	}
}

// guard ends the program when its time is up. It writes the record now and then, in case the program is killed.
func (s *judgeStream) guard(limit judgeTime.Duration) {
	for judgeSpent() < limit {
		nap := limit - judgeSpent() + judgeTime.Millisecond
		if nap > 20*judgeTime.Millisecond {
			nap = 20 * judgeTime.Millisecond
		}
		judgeTime.Sleep(nap)
		s.Lock()
		s.flush()
		s.Unlock()
	}
	s.end(1)
	judgeOS.Exit(judgeClock)
}

// judgeSpent is the CPU time so far.
func judgeSpent() judgeTime.Duration {
	var u judgeSyscall.Rusage
	if judgeSyscall.Getrusage(judgeSyscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return judgeTime.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (s *judgeStream) word(a, b byte, low int) {
	if len(s.kept) >= judgeRoom {
		s.flush()
	}
	s.kept = append(s.kept, a, b, byte(low), byte(low>>8))
}

// text writes a text and fills up its last word.
func (s *judgeStream) text(text string) {
	s.kept = append(append(s.kept, text...), make([]byte, -len(text)&3)...)
}

func (s *judgeStream) long(v uint64, bytes int) {
	for ; bytes > 0; bytes-- {
		s.kept = append(s.kept, byte(v))
		v >>= 8
	}
}

// flush writes what is kept. If the program closed the descriptor, there is no record.
func (s *judgeStream) flush() {
	for at := 0; s.open && at < len(s.kept); {
		n, err := judgeSyscall.Write(judgeFile, s.kept[at:])
		switch {
		case n > 0:
			at += n
		case err == judgeSyscall.EAGAIN:
			judgeTime.Sleep(judgeTime.Millisecond)
		case err != judgeSyscall.EINTR:
			s.open = false
		}
	}
	s.kept = s.kept[:0]
}

// end writes the counts and the last word.
func (s *judgeStream) end(stopped byte) {
	s.Lock()
	defer s.Unlock()
	if s.ended || !s.open {
		return
	}
	s.ended = true
	for i := 0; i+1 < len(judgeLines); i += 2 {
		s.word(byte(judgeLines[i+1]>>16), 0x81, int(judgeLines[i+1]))
		s.long(judgeN[judgeLines[i]], 8)
	}
	judgeLevels()
	s.word(stopped, 0x84, 0)
	s.flush()
}

// judgeEnd is called where the program ends.
func judgeEnd() { judgeOut.end(0) }

// judgeThen is called around an argument of the call that ends the program.
func judgeThen[T any](with T) T {
	judgeEnd()
	return with
}

// judgeRest ends a look at the program, also where the way to a value led nowhere.
func judgeRest() {
	_ = recover()
	judgeOut.Unlock()
}
