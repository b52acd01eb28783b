package result

import "sudokuoj/judge/internal/base/say"

// jsonScore is a verdict.Score in JSON.
type jsonScore struct {
	jsonGroup
	Groups []jsonGroup `json:"groups,omitempty"`
}

type jsonGroup struct {
	Group     string   `json:"group"`
	Points    float64  `json:"points"`
	Max       float64  `json:"max"`
	Unbounded bool     `json:"unbounded,omitempty"`
	How       string   `json:"how"`
	Requires  []string `json:"requires,omitempty"`
	Passed    int      `json:"passed"`
	Cases     int      `json:"cases"`
	Missing   string   `json:"missing,omitempty"`
	Verdict   string   `json:"verdict,omitempty"`
	Fold      string   `json:"fold,omitempty"`
	Break     bool     `json:"break,omitempty"`
	Accept    *float64 `json:"accept_score,omitempty"`
	Reject    *float64 `json:"reject_score,omitempty"`
}

func scoreJSON(s *Score) *jsonScore {
	if s == nil {
		return nil
	}
	out := &jsonScore{jsonGroup: groupJSON(s.GroupScore)}
	for _, g := range s.Groups {
		out.Groups = append(out.Groups, groupJSON(g))
	}
	return out
}

func groupJSON(g GroupScore) jsonGroup {
	out := jsonGroup{Group: g.Group, Points: g.Points, Max: g.Max, Unbounded: g.Unbounded, How: g.How,
		Requires: g.Requires, Passed: g.Passed, Cases: g.Cases, Missing: g.Missing, Verdict: string(g.Verdict), Fold: g.Fold, Break: g.Break}
	if g.Each != nil {
		out.Accept, out.Reject = &g.Each.Accept, &g.Each.Reject
	}
	return out
}

func (s *jsonScore) read() *Score {
	if s == nil {
		return nil
	}
	out := &Score{GroupScore: s.jsonGroup.read()}
	for _, g := range s.Groups {
		out.Groups = append(out.Groups, g.read())
	}
	return out
}

func (g jsonGroup) read() GroupScore {
	out := GroupScore{Points: g.Points, Passed: g.Passed, Missing: g.Missing, Verdict: Verdict(g.Verdict), Scoring: Scoring{
		Group: g.Group, Cases: g.Cases, Max: g.Max, Unbounded: g.Unbounded, How: g.How, Requires: g.Requires, Fold: g.Fold, Break: g.Break}}
	if g.Accept != nil && g.Reject != nil {
		out.Each = &Each{Accept: *g.Accept, Reject: *g.Reject}
	}
	return out
}

// The dialogue as JSON.
type (
	jsonDialogue struct {
		Remarks []jsonRemark `json:"remarks"`
		From    int          `json:"gap_at,omitempty"`
		Left    int          `json:"left_out,omitempty"`
	}
	jsonRemark struct {
		Pass  int      `json:"pass"`
		At    millis   `json:"at_ms"`
		By    string   `json:"by"` // program or judge
		Text  string   `json:"text"`
		Open  bool     `json:"open,omitempty"` // without a newline
		Gone  bool     `json:"ends,omitempty"` // it ended there, before the other
		Bytes rawTexts `json:"bytes,omitempty"`
	}
)

func dialogueJSON(d *Dialogue) *jsonDialogue {
	if d == nil {
		return nil
	}
	out := &jsonDialogue{Remarks: []jsonRemark{}, From: d.From, Left: d.Left}
	for _, r := range d.Remarks {
		one := jsonRemark{Pass: r.Pass, At: inMillis(r.At), By: string(r.By), Open: r.Open, Gone: r.Gone}
		one.Text = one.Bytes.keep("text", r.Text)
		out.Remarks = append(out.Remarks, one)
	}
	return out
}

func (d *jsonDialogue) read() (*Dialogue, error) {
	if d == nil {
		return nil, nil
	}
	out := &Dialogue{From: d.From, Left: d.Left}
	if d.From < 0 || d.From > len(d.Remarks) || d.Left < 0 {
		return nil, say.Errorf("a dialogue of %d lines has no gap at %d", len(d.Remarks), d.From)
	}
	for _, r := range d.Remarks {
		by := Speaker(r.By)
		if by != ByProgram && by != ByJudge {
			return nil, say.Errorf("in a dialogue %q speaks: only %s and %s do", r.By, string(ByProgram), string(ByJudge))
		}
		out.Remarks = append(out.Remarks, Remark{Pass: r.Pass, At: r.At.duration(), By: by, Text: r.Bytes.text("text", r.Text), Open: r.Open, Gone: r.Gone})
	}
	return out, nil
}
