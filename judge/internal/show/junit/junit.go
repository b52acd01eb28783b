// Package junit writes the results of a run as JUnit XML, which build servers read.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/report"
	"sudokuoj/judge/internal/show/terminal"
)

type (
	suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Time     string   `xml:"time,attr"`
		Suites   []suite  `xml:"testsuite"`
	}
	suite struct {
		Name       string      `xml:"name,attr"`
		File       string      `xml:"file,attr"`
		Tests      int         `xml:"tests,attr"`
		Failures   int         `xml:"failures,attr"`
		Errors     int         `xml:"errors,attr"`
		Skipped    int         `xml:"skipped,attr"`
		Time       string      `xml:"time,attr"`
		Properties *properties `xml:"properties,omitempty"`
		Cases      []testCase  `xml:"testcase"`
	}
	testCase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Time    string   `xml:"time,attr"`
		Failure *message `xml:"failure,omitempty"`
		Error   *message `xml:"error,omitempty"`
		Skipped *message `xml:"skipped,omitempty"`
		Out     string   `xml:"system-out,omitempty"`
	}
	message struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// Write writes the run in the XML of build servers: a suite for each solution on each problem. An expected result passes,
// even an expected TLE; the judge's own failures are errors. The file follows the schema of Jenkins (junit-10.xsd), which
// has fewer attributes than other tools use.
func Write(w io.Writer, run result.Run) error {
	out := suites{Name: "judge", Time: seconds(run.Elapsed)}
	for _, s := range run.Results {
		one := suiteOf(s)
		out.Tests += one.Tests
		out.Failures += one.Failures
		out.Errors += one.Errors
		out.Suites = append(out.Suites, one)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", " ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func suiteOf(s result.Solution) suite {
	x := suite{Name: s.Problem + "/" + terminal.Escape(s.Solution), File: terminal.Escape(s.Path), Time: seconds(s.Sum().CPU)}
	x.Properties = scoreProperties(s.Score)
	allAsExpected := true
	for _, c := range s.Cases {
		tc := testCase{Name: terminal.Escape(c.Case), Class: x.Name, Time: seconds(c.CPU)}
		if c.Kept {
			tc.Out = "kept from an earlier run"
		}
		if c.Beyond() && c.Verdict != result.AC && c.Verdict.Ran() && c.AsExpected && c.Expected == "" {
			tc.Out = fmt.Sprintf("%s, but beyond the site: no part of the verdict", c.Verdict)
		}
		switch {
		case c.Verdict == result.SK:
			x.Skipped++
			tc.Skipped = &message{Message: terminal.EscapeLines(c.Message.String())}
		case c.Verdict == result.JE:
			x.Errors++
			tc.Error = problem(s, c)
		case !c.AsExpected:
			x.Failures++
			tc.Failure = problem(s, c)
		}
		allAsExpected = allAsExpected && c.AsExpected
		x.Cases = append(x.Cases, tc)
	}
	if !s.AsExpected && allAsExpected {
		// Every case is fine by itself, but the failure that was promised never came.
		x.Failures++
		x.Cases = append(x.Cases, testCase{Name: "as a whole", Class: x.Name, Time: "0",
			Failure: &message{Message: fmt.Sprintf("%s, expected %s", s.Verdict, s.Expected.Words()), Type: string(s.Verdict)}})
	}
	x.Tests = len(x.Cases)
	return x
}

func problem(s result.Solution, c result.Case) *message {
	m := &message{Type: string(c.Verdict), Message: fmt.Sprintf("%s, expected %s", c.Verdict, c.Expected.Words())}
	if reason := c.Reason(); reason.Said() {
		m.Message += ": " + terminal.EscapeLines(reason.String())
	}
	if d := c.Difference; d != nil {
		m.Text = fmt.Sprintf("%s\nwant %s\ngot  %s\n", terminal.Escape(report.Place(*d).String()), terminal.Escape(d.Want), terminal.Escape(d.Got))
	}
	if c.Verdict == result.CE {
		m.Text = textOf(s.Compile.Message.String())
	}
	return m
}

// mostText limits the text of a failure, because the compiler's text is there once for every case.
const mostText = 16 << 10

// textOf escapes a compiler's text line by line. It keeps as many lines as fit.
func textOf(said string) string {
	var b strings.Builder
	lines := strings.Split(strings.TrimRight(said, "\r\n"), "\n")
	for i, line := range lines {
		line = terminal.Escape(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
		if i > 0 && b.Len()+len(line) > mostText {
			fmt.Fprintf(&b, "%s\n", say.English.Say("and %s more", say.Count(len(lines)-i, "line")))
			break
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.6f", d.Seconds()) }

type (
	properties struct {
		All []property `xml:"property"`
	}
	property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
)

// scoreProperties writes the points as properties, because a build server's format has no word for points.
func scoreProperties(s *result.Score) *properties {
	if s == nil {
		return nil
	}
	p := &properties{All: []property{{"points", report.OutOf(s.GroupScore)}}}
	for _, g := range s.Groups {
		p.All = append(p.All, property{"points." + terminal.Escape(g.Group), report.OutOf(g)})
		if g.Verdict != "" {
			p.All = append(p.All, property{"verdict." + terminal.Escape(g.Group), string(g.Verdict)})
		}
	}
	return p
}
