package fleet_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/fleet"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
)

// TestTextsOnce: a text that the server has is not sent again. Another client's text of the same digest is another one.
func TestTextsOnce(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	w.worker("w", "go", well)
	all := entered(t, 3, "s")
	bytes := func(client *fleet.Client) int64 {
		before := w.status().Bytes
		if got, _ := gradeAll(t, client, all, grade.Options{}); got != "AC: AC AC AC" {
			t.Fatal(got)
		}
		client.Close()
		return w.status().Bytes - before
	}
	ann := w.invite("ann", fleet.ClientRole)
	if n := bytes(w.dial(ann)); n <= 0 {
		t.Errorf("the first run leaves %d bytes", n)
	}
	must.Equal(t, 0, bytes(w.dial(ann)), "the same run again leaves", "bytes more")
	if n := bytes(w.client("bob")); n <= 0 {
		t.Errorf("another client's run leaves %d bytes", n)
	}
}

// TestLargeText: a text of many pieces arrives.
func TestLargeText(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	w.worker("w", "go", well)
	all := entered(t, 1, "s")
	if err := os.Truncate(all[0].Cases[0].In, 20<<20); err != nil { // more than the largest message
		t.Fatal(err)
	}
	if got, _ := gradeAll(t, w.client("c"), all, grade.Options{}); got != "AC: AC" {
		t.Error(got)
	}
	if s := w.status(); s.Bytes < 20<<20 {
		t.Errorf("stored are %d bytes", s.Bytes)
	}
	must.Succeed(t, os.Remove(all[0].Cases[0].In))
	if _, err := w.client("d").Grade(t.Context(), all, grade.Options{}, func(result.Event) {}); err == nil ||
		!os.IsNotExist(err) && !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a missing file is sent: %v", err)
	}
}

// TestStrangeMessages: what others send in place of results and jobs is reported, and spoils nothing else.
func TestStrangeMessages(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	w.worker("w", "go", well)
	client, _ := w.raw(w.invite("c", fleet.ClientRole))
	js := store(t, client)
	ask := func(what, about string) []byte { return request(t, client, "fleet.ask.2.c."+what, about) }
	ask("queue", `{"queue":"`+fleet.Version()+`-go"}`)
	for i, test := range []struct{ job, want string }{
		{"no JSON", "invalid character"},
		{"{}", "no judge sends such a job: the digest "},
		{`{"check":{"program":"../../secret.py"}}`, "the checker ../../secret.py"},
		{`{"check":{"interactor":"/etc/passwd"}}`, "the checker /etc/passwd"},
		{`{"input_file":"../../.profile"}`, "the file ../../.profile"},
		{`{"output_file":"/tmp/x"}`, "the file /tmp/x"},
		{`{"solutions":[{"name":"s"}]}`, "the files of s"},
		{`{"checkers":[{"name":"x","files":[{"size":5000000}]}]}`, "the files of x"},
		{`{"case":{"in":{"sha256":"../../etc/passwd"}}}`, "the digest ../../etc/passwd"},
		{`{"limits":{"Time":1000000000000000000}}`, "limits"},
		{`{"limits":{"CheckTime":-1}}`, "limits"},
		{`{"count":1000000000}`, "limits"},
		{`{"function":{"Params":[{"Type":{"Kind":8}}]}}`, "types"},
		{`{"function":{"Result":` + strings.Repeat(`{"Kind":8,"Elem":`, 11) + `{"Kind":2}` + strings.Repeat("}", 13), "types"},
	} {
		run := fmt.Sprint("run", i)
		if _, err := js.Publish(t.Context(), "fleet.job.2."+fleet.Version()+"-go.c."+run+".j", []byte(test.job)); err != nil {
			t.Fatal(err)
		}
		var got fleet.Result
		must.Until(t, "a worker answers "+test.job, func() bool {
			var made struct{ Consumer string }
			must.Succeed(t, json.Unmarshal(ask("results", `{"run":"`+run+`"}`), &made))
			consumer := must.Get(js.Consumer(t.Context(), "FLEET_RESULTS", made.Consumer))(t)
			batch := must.Get(consumer.FetchNoWait(1))(t)
			for m := range batch.Messages() {
				must.Succeed(t, json.Unmarshal(m.Data(), &got))
			}
			return got.Fault.Said()
		})
		must.Contain(t, got.Fault.String(), test.want, fmt.Sprintf("%.80s", test.job))
	}
	_, err := js.Publish(t.Context(), "fleet.job.2.q.c.r.j", make([]byte, 2<<20))
	must.Fail(t, err, "message size exceeds maximum allowed", "a large job")
	must.Until(t, "none of them is left", func() bool { return w.status().Queued+w.status().InWork == 0 })
}

// TestBadResults: a result that cannot be read, that is about something else, or that would be many gigabytes once it is
// read, is a fault of the judge; other jobs go on. The first result of a job counts, and it begins once for a worker.
func TestBadResults(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	evil := w.evil()
	js := store(t, evil)
	late, _ := w.raw(w.invite("late", fleet.WorkerRole))
	c := w.client("c")
	empty := strings.Repeat("{},", 1_000_000) + "{}]}"
	answers := []struct{ result, verdict, want string }{
		{"no JSON", "JE", "the result of evil cannot be read: "},
		{`{"host":{},"graded":[]}`, "JE", "evil sent 0 results instead of 1"},
		{`{"host":{},"graded":[{},{}]}`, "JE", "evil sent 2 results instead of 1"},
		{`{"host":{},"graded":[{"case":{"verdict":"?"}}]}`, "JE", "the result of evil cannot be read: "},
		{`{"host":{},"graded":[` + empty, "JE", "the result of evil cannot be read: 2.9 MiB in a result"},
		{`{"host":{},"graded":[` + empty[len(empty)-900_004:], "JE", "evil sent 300"},
		{`{"host":{},"graded":[{"case":{"verdict":"WA","message_value":{"format":"` + strings.Repeat("%999999d", 2000) +
			`","args":[1]}}}]}`, "JE", "the result of evil cannot be read: "},
		{`{"host":{},"graded":[{"compile":{"ok":true},"case":{"verdict":"AC"}}]}`, "AC", ""},
	}
	begun, all := 0, entered(t, len(answers), "s")
	done := make(chan result.Run)
	go func() {
		run, err := c.Grade(t.Context(), all, grade.Options{}, func(e result.Event) {
			if e.Kind == result.Begins {
				begun++
			}
		})
		if err != nil {
			t.Error(err)
		}
		done <- run
	}()
	must.Until(t, "the jobs wait", func() bool { return w.status().Queued == len(answers) })
	queue := must.Get(js.Consumer(t.Context(), "FLEET_JOBS", fleet.Version()+"-go"))(t)
	batch := must.Get(queue.Fetch(len(answers)))(t)
	for m := range batch.Messages() {
		name := strings.Join(strings.Split(m.Subject(), ".")[4:], ".")
		var j fleet.Job
		var number int
		must.Succeed(t, json.Unmarshal(m.Data(), &j))
		fmt.Sscanf(j.Case.Name, "secret/%d", &number)
		for range 1000 {
			must.Succeed(t, evil.Publish("fleet.begun.2."+name+".evil", nil))
		}
		for _, job := range []string{name, "c.no.such"} {
			must.Get(js.Publish(t.Context(), "fleet.result.2."+job+".evil", []byte(answers[number-1].result)))(t)
			must.Get(store(t, late).Publish(t.Context(), "fleet.result.2."+job+".late", []byte(answers[len(answers)-1].result)))(t)
		}
	}
	for i, got := range (<-done).Results[0].Cases {
		if string(got.Verdict) != answers[i].verdict || !strings.HasPrefix(got.Message.String(), answers[i].want) {
			t.Errorf("%.80s: %s, %s", answers[i].result, got.Verdict, got.Message)
		}
	}
	if begun > len(answers) {
		t.Errorf("%d cases begin %d times", len(answers), begun)
	}
}

// TestTooLarge: a job and a result that do not fit into a message are reported.
func TestTooLarge(t *testing.T) {
	w := open(t, fleet.HubOptions{})
	long := strings.Repeat("x", 9<<20)
	w.worker("w", "go", func(_, name string) string {
		if name == "secret/2" {
			return "!" + long
		}
		return "AC"
	})
	all := entered(t, 3, "s")
	all[0].Cases[0].Args = []string{long}
	_, run := gradeAll(t, w.client("c"), all, grade.Options{})
	for i, want := range []string{"this case of 1 solution is a message of 9.0 MiB, and 1 MiB may be sent\nhint: give fewer solutions " +
		"at once", "w: its results have ", ""} {
		if got := run.Results[0].Cases[i]; !strings.HasPrefix(got.Message.String(), want) || (got.Verdict == result.JE) != (want != "") {
			t.Errorf("%s: %s, %.200s", got.Case, got.Verdict, got.Message)
		}
	}
}

// TestRoom: a worker that sends results of unknown jobs cannot fill the store; runs go on.
func TestRoom(t *testing.T) {
	w := open(t, fleet.HubOptions{Results: 1 << 20})
	w.worker("honest", "go", well)
	c := w.client("c")
	evil, _ := w.raw(w.invite("evil", fleet.WorkerRole))
	w.alive(evil, "evil", `{}`)
	for i := range 3000 {
		must.Succeed(t, evil.Publish(fmt.Sprintf("fleet.result.2.c.r.%d.evil", i), make([]byte, 1000)))
	}
	must.Succeed(t, evil.FlushTimeout(time.Minute))
	if got, _ := gradeAll(t, c, entered(t, 2, "s"), grade.Options{}); got != "AC: AC AC" {
		t.Error(got)
	}
	must.Be(t, w.status().Bytes < 2<<20, "the store has %d bytes", w.status().Bytes)
}

// TestGivenBack: a worker that takes all jobs at once and gives them back, or is silent, keeps no run waiting.
func TestGivenBack(t *testing.T) {
	for name, rogue := range map[string]func(jetstream.Msg) error{
		"given back": func(m jetstream.Msg) error { return m.Nak() },
		"silent":     func(jetstream.Msg) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t, fleet.HubOptions{Lease: time.Second})
			js := store(t, w.evil())
			done, c, all := make(chan result.Run, 1), w.client("c"), entered(t, 20, "s")
			go func() {
				defer close(done)
				run, err := c.Grade(t.Context(), all, grade.Options{}, func(result.Event) {})
				must.Succeed(t, err)
				done <- run
			}()
			must.Until(t, "the jobs wait", func() bool { return w.status().Queued == 20 })
			queue := must.Get(js.Consumer(t.Context(), "FLEET_JOBS", fleet.Version()+"-go"))(t)
			for {
				for m := range must.Get(queue.Fetch(20, jetstream.FetchMaxWait(time.Second/5)))(t).Messages() {
					must.Succeed(t, rogue(m))
				}
				select {
				case run := <-done:
					if run.Results == nil {
						t.Fatal("it has no result")
					}
					for _, c := range run.Results[0].Cases {
						must.Equal(t, "workers took it again and again, and gave no result", c.Message.String(), c.Case)
					}
					return
				default:
				}
			}
		})
	}
}
