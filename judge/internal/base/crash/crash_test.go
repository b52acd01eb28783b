package crash_test

import (
	"strings"
	"testing"

	"sudokuoj/judge/internal/base/crash"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/testkit/must"
)

// TestOf: a panic becomes one line with the function that panicked, also if it was passed on.
func TestOf(t *testing.T) {
	for name, broken := range map[string]func(){
		"an index": func() { var none []int; _ = none[len(name(t))] },
		"passed on": func() {
			defer func() { panic(crash.Of(recover())) }()
			panic("long " + strings.Repeat("x", 1000))
		},
		"in a group": func() {
			var g crash.Group
			g.Go(func() { panic("one") })
			g.Go(func() {})
			g.Wait()
		},
	} {
		func() {
			defer func() {
				err := crash.Of(recover())
				lines := strings.Split(err.Error(), "\n")
				if len(lines) != 2 || !strings.HasPrefix(lines[0], "a fault of the judge itself, at crash_test.TestOf.func") ||
					!strings.HasPrefix(lines[1], "hint: please send") {
					t.Errorf("%s: %s", name, err)
				}
				must.Be(t, len(lines[0]) <= 400, "%s: a line of %d bytes", name, len(lines[0]))
			}()
			broken()
		}()
	}
}

func name(t *testing.T) string { return t.Name() }

// TestTell: a goroutine that breaks tells of it, and one that does not tells nothing.
func TestTell(t *testing.T) {
	var told []string
	for _, broken := range []bool{true, false} {
		func() {
			defer crash.Tell(func(m say.Message) { told = append(told, m.String()) })
			if broken {
				panic("it broke")
			}
		}()
	}
	if len(told) != 1 || !strings.Contains(told[0], "crash_test.TestTell.func") || !strings.Contains(told[0], "it broke") {
		t.Errorf("told is %q", told)
	}
}
