//go:build amd64 || arm64

package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sudokuoj/judge/internal/engine/sandbox"
	"sudokuoj/judge/internal/testkit/must"
)

// talker returns a program that talks, with little CPU time and a short wall limit.
func talker(t testing.TB, args ...string) sandbox.Command {
	c := sandbox.Command{
		Args:   append([]string{program(t, "talker")}, args...),
		Limits: sandbox.Limits{CPU: time.Second, Wall: 700 * time.Millisecond, Memory: 256 << 20, Output: 4 << 20},
	}
	if args[0] == "spin" {
		c.Limits.CPU = 200 * time.Millisecond
	}
	return c
}

// never does not settle anything.
func never(sandbox.Outcome) bool { return false }

// TestConverse lets well-behaved and other programs talk, and checks the outcome of both.
func TestConverse(t *testing.T) {
	t.Parallel()
	type side struct {
		end  sandbox.End
		exit int
	}
	fine := side{}
	tests := []struct {
		name          string
		first, second []string
		want          [2]side
		stuck         bool
		ended         int // which one ended first
	}{
		{"asks and is answered", []string{"ask", "100"}, []string{"echo"}, [2]side{fine, fine}, false, 0},
		{"goes before the end", []string{"ask", "100"}, []string{"one", "43"}, [2]side{{exit: 1}, {exit: 43}}, false, 1},
		{"talks to one who has gone", []string{"after", "3"}, []string{"one", "42"}, [2]side{{exit: 3}, {exit: 42}}, false, 1},
		{"both wait", []string{"listen"}, []string{"listen"}, [2]side{}, true, -1},
		{"forgets to flush", []string{"unflushed"}, []string{"echo"}, [2]side{}, true, -1},
		{"the first sleeps", []string{"sleep"}, []string{"listen", "7"}, [2]side{{sandbox.WallLimit, -1}, {exit: 7}}, false, 0},
		{"the second sleeps", []string{"listen", "7"}, []string{"sleep"}, [2]side{{exit: 7}, {sandbox.WallLimit, -1}}, false, 1},
		{"waits when nobody is there any more", []string{"polls"}, []string{"exit", "42"}, [2]side{{sandbox.WallLimit, -1}, {exit: 42}},
			false, 1},
		{"sleeps till an alarm, and says a blank", []string{"alarm"}, []string{"listen", "7"}, [2]side{{sandbox.WallLimit, -1}, {exit: 7}},
			false, 0},
		{"waits for a timer too, and says a blank", []string{"timer", "1"}, []string{"listen"}, [2]side{{sandbox.WallLimit, -1}, fine},
			false, 0},
		{"waits for a timer too, and is answered", []string{"timer", "0"}, []string{"echo"}, [2]side{{sandbox.WallLimit, -1}, fine}, false, 0},
		{"the first spins", []string{"spin"}, []string{"listen"}, [2]side{{sandbox.CPULimit, -1}, fine}, false, 0},
		{"the first floods", []string{"flood"}, []string{"listen"}, [2]side{{sandbox.OutputLimit, -1}, fine}, false, -1},
		{"the second floods", []string{"listen"}, []string{"flood"}, [2]side{fine, {sandbox.OutputLimit, -1}}, false, -1},
		{"both flood, and neither reads", []string{"flood"}, []string{"flood"}, [2]side{}, true, -1},
		{"prints on to one who has gone", []string{"flood"}, []string{"exit", "43"}, [2]side{{sandbox.OutputLimit, -1}, {exit: 43}}, false, 1},
		{"prints to one who sleeps", []string{"flood"}, []string{"sleep"}, [2]side{{sandbox.OutputLimit, -1}, {sandbox.WallLimit, -1}}, false, 1},
		{"asks one who sleeps", []string{"ask", "1"}, []string{"sleep"}, [2]side{{exit: 1}, {sandbox.WallLimit, -1}}, false, 1},
		{"wakes up now and then, and says nothing", []string{"ticks"}, []string{"listen"}, [2]side{{sandbox.WallLimit, -1}, fine}, false, 0},
		{"crashes", []string{"crash"}, []string{"echo"}, [2]side{{exit: -1}, fine}, false, 0},
	}
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel() // most of its time is waiting
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				heard, first, second := int64(0), talker(t, test.first...), talker(t, test.second...)
				switch { // an answer, or the end, takes long on a busy machine
				case test.stuck:
				case test.want[0].end == sandbox.WallLimit:
					second.Limits.Wall = time.Minute
				case test.want[1].end == sandbox.WallLimit: // it is seen after as long as the first may sleep
					first.Limits.Wall = 10 * time.Second
				default:
					first.Limits.Wall, second.Limits.Wall = time.Minute, time.Minute
				}
				ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
				defer cancel()
				c, err := s.Converse(ctx, first, second, never,
					func(by int, at time.Duration, said []byte) { heard += int64(len(said)) })
				must.Succeed(t, err)
				defer c.Close()
				var got [2]side
				for i, o := range c.Outcomes {
					got[i] = side{o.End, o.Exit}
				}
				if test.stuck { // one of them may see the end of the other before it is stopped
					must.Be(t, got[0].end == sandbox.Interrupted || got[1].end == sandbox.Interrupted, "neither was stopped: %+v", got)
					got = test.want
				}
				if got != test.want || c.Stuck != test.stuck {
					t.Errorf("%+v, stuck %v, want %+v, %v", got, c.Stuck, test.want, test.stuck)
				}
				if test.ended >= 0 && c.First != test.ended {
					t.Errorf("%d ended first, want %d", c.First, test.ended)
				}
				if heard > c.Said[0]+c.Said[1] || !test.stuck && c.Said[0] <= 4<<20 && c.Said[1] <= 4<<20 && heard != c.Said[0]+c.Said[1] {
					t.Errorf("%d bytes were heard, %v said", heard, c.Said)
				}
			})
		}
	})
}

// TestSettled stops the first program once the second has said everything that counts.
func TestSettled(t *testing.T) {
	s := onStep(t, 4)
	sleeper := talker(t, "sleep")
	sleeper.Limits.Wall = time.Minute
	c, err := s.Converse(context.Background(), sleeper, talker(t, "exit", "43"),
		func(o sandbox.Outcome) bool { return o.Exit == 43 }, func(int, time.Duration, []byte) {})
	must.Succeed(t, err)
	defer c.Close()
	must.Be(t, c.First == 1 && c.Outcomes[0].End == sandbox.Interrupted && c.Outcomes[1].Exit == 43, "%+v", c)
}

// TestSettledTooSlow: a helper that is told to end its program, and does not say in time that it has, spoils no talk. Here
// somebody stopped it.
func TestSettledTooSlow(t *testing.T) {
	t.Parallel() // it takes seconds
	s, mark := onStep(t, 4), markOf(t)
	asks, answers := talker(t, "ask", "1", mark), talker(t, "one", "43")
	asks.Limits.Wall, answers.Limits.Wall = time.Minute, time.Minute
	c, err := s.Converse(t.Context(), asks, answers, func(sandbox.Outcome) bool { return true }, func(by int, _ time.Duration, _ []byte) {
		if by == 0 {
			syscall.Kill(helperOf(t, mark), syscall.SIGSTOP)
		}
	})
	must.Succeed(t, err)
	defer c.Close()
	must.Be(t, c.Outcomes[0].End == sandbox.Interrupted && c.Outcomes[1].Exit == 43, "%+v", c)
}

// TestTalkingHelperKilled: if a helper dies during a talk, the talk is over, and no process is left.
func TestTalkingHelperKilled(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		mark := markOf(t)
		var killed sync.Once
		_, err := s.Converse(context.Background(), talker(t, "ask", "10", mark), talker(t, "echo", "42", mark), never,
			func(int, time.Duration, []byte) {
				killed.Do(func() { syscall.Kill(helperOf(t, mark), syscall.SIGKILL) })
			})
		must.Fail(t, err, "the sandbox helper died\nhint: has the machine run out of memory?")
		must.Until(t, "the end of all", func() bool { return left(mark) == nil })
	})
}

// TestTalkLeavesNothing: the processes that one side started end with it, so that the other side sees the end of its
// pipe.
func TestTalkLeavesNothing(t *testing.T) {
	eachStep(t, allSteps, func(t *testing.T, s *sandbox.Sandbox) {
		t.Parallel()
		mark := markOf(t)
		child := talker(t, "sleep", "0", mark)
		first := child
		first.Args = []string{"/bin/sh", "-c", child.Args[0] + " sleep 0 '" + mark + "' & exit 5"}
		first.Policy, first.Readable = sandbox.Compiler, []string{child.Args[0]}
		c, err := s.Converse(context.Background(), first, talker(t, "listen", "42"), never, func(int, time.Duration, []byte) {})
		must.Succeed(t, err)
		defer c.Close()
		must.Equal(t, 5, c.Outcomes[0].Exit, c.Outcomes)
		must.Equal(t, 42, c.Outcomes[1].Exit, c.Outcomes)
		must.Until(t, "the end of all", func() bool { return left(mark) == nil })
	})
}

// TestEscapedProcessHoldsPipes: without walls, a process that escaped may hold the pipes open. The judge does not wait for it.
func TestEscapedProcessHoldsPipes(t *testing.T) {
	t.Parallel() // it takes some seconds until the judge gives up
	s := sandbox.Open(sandbox.Options{MaxStep: 5})
	defer s.Close()
	var stays int
	leaver := talker(t, "leaves")
	leaver.Policy, leaver.Limits.Wall = sandbox.Compiler, time.Minute
	c, err := s.Converse(context.Background(), leaver, talker(t, "listen"), never, func(by int, at time.Duration, said []byte) {
		fmt.Sscan(string(said), &stays)
		sandbox.Spare(stays) // or it is ended as an orphan when a helper of another test dies
	})
	must.Succeed(t, err)
	defer c.Close()
	sandbox.Lose(stays)
	if stays == 0 || syscall.Kill(stays, syscall.SIGKILL) != nil {
		t.Errorf("%d is not there any more: the conversation waited for it", stays)
	}
}

// TestPlay types to a program and reads its output.
func TestPlay(t *testing.T) {
	var out bytes.Buffer
	o, err := onStep(t, 4).Play(context.Background(), talker(t, "echo", "5"), sandbox.Typed(strings.NewReader("a\nb\n")), &out)
	must.Succeed(t, err)
	defer o.Close()
	must.Equal(t, "a\nb\n", out.String(), "printed")
	must.Equal(t, 5, o.Exit, "printed")
	if o, err = onStep(t, 4).Play(context.Background(), talker(t, "flood"), sandbox.Typed(strings.NewReader("")),
		io.Discard); err != nil || o.End != sandbox.OutputLimit {
		t.Errorf("a flood: %+v, %v", o, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	typed := make(chan []byte, 1)
	typed <- []byte("a\n")
	if o, err = onStep(t, 4).Play(ctx, talker(t, "echo", "5"), typed, caller(stop)); err != nil || o.End != sandbox.Interrupted {
		t.Errorf("left alone after its first line: %+v, %v", o, err)
	}
}

// caller calls a function for each text.
type caller func()

func (c caller) Write(b []byte) (int, error) {
	c()
	return len(b), nil
}

// BenchmarkConverse measures how many messages two programs exchange in a second; a question and its answer are two.
//
//	go test -run xxx -bench Converse -benchtime 1x ./judge/internal/engine/sandbox
//	go test -run xxx -bench Converse -benchtime 1x ./judge/internal/engine/sandbox
func BenchmarkConverse(b *testing.B) {
	const questions = 20_000
	for step, s := range stepsHad(b) {
		b.Run(fmt.Sprintf("step%d", step), func(b *testing.B) {
			for b.Loop() {
				ask, echo := talker(b, "ask", fmt.Sprint(questions)), talker(b, "echo")
				ask.Limits.CPU, echo.Limits.CPU = time.Minute, time.Minute
				began := time.Now()
				c, err := s.Converse(context.Background(), ask, echo, never, func(int, time.Duration, []byte) {})
				if err != nil || c.Outcomes[0].Exit != 0 || c.Outcomes[0].End != sandbox.Exited {
					b.Fatalf("%+v, %v", c, err)
				}
				took := time.Since(began)
				c.Close()
				b.ReportMetric(2*questions/took.Seconds(), "messages/s")
				b.ReportMetric(float64(c.Outcomes[0].CPU.Microseconds())/questions, "cpu-us/question")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
