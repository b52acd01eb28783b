package result_test

import (
	"bytes"
	"os"
	"testing"

	. "sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/testkit/must"
	"sudokuoj/judge/internal/testkit/schema"
)

// TestSchema: docs/json.schema.json describes every field. The stories of the commands check it against real runs.
func TestSchema(t *testing.T) {
	text := must.Get(os.ReadFile("../../../../docs/json.schema.json"))(t)
	want := must.Get(schema.Parse(text))(t)
	run := full()
	var b bytes.Buffer
	must.Succeed(t, WriteRun(&b, run))
	must.Succeed(t, want.Check(b.Bytes(), ""), b.Bytes())
	b.Reset()
	event := Event{Seq: 1, Kind: Ended, Problem: "p", Solution: "s", Name: "c", Case: &run.Results[0].Cases[0],
		Result: &run.Results[0], Again: true, Provisional: true}
	must.Succeed(t, WriteJSON(&b, event, ""))
	must.Succeed(t, want.Check(b.Bytes(), "event"), b.Bytes())
	for _, wrong := range []string{
		`{}`, `{"schema":2}`, `{"seq":1,"event":"gone","problem":"p","solution":"s"}`,
		`{"seq":1.5,"event":"built","problem":"p","solution":"s"}`,
		`{"seq":1,"event":"built","problem":"p","solution":"s","more":1}`} {
		if want.Check([]byte(wrong), "event") == nil {
			t.Errorf("%s is taken for an event", wrong)
		}
	}
}
