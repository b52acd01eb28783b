package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/show/terminal"
)

type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string           `xml:"name,attr"`
		File       string           `xml:"file,attr"`
		Tests      int              `xml:"tests,attr"`
		Failures   int              `xml:"failures,attr"`
		Errors     int              `xml:"errors,attr"`
		Skipped    int              `xml:"skipped,attr"`
		Time       string           `xml:"time,attr"`
		Properties *junitProperties `xml:"properties,omitempty"`
		Cases      []junitCase      `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitMessage `xml:"failure,omitempty"`
		Error   *junitMessage `xml:"error,omitempty"`
		Skipped *junitMessage `xml:"skipped,omitempty"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes the run in the XML of build servers: a suite for each solution on each problem. An expected result passes,
// even an expected TLE; the judge's own failures are errors. The file follows the schema of Jenkins (junit-10.xsd), which
// has fewer attributes than other tools use.
func JUnit(w io.Writer, run result.Run) error {
	out := junitSuites{Name: "judge", Time: junitTime(run.Elapsed)}
	for _, s := range run.Results {
		suite := junitSuiteOf(s)
		out.Tests += suite.Tests
		out.Failures += suite.Failures
		out.Errors += suite.Errors
		out.Suites = append(out.Suites, suite)
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

func junitSuiteOf(s result.Solution) junitSuite {
	suite := junitSuite{Name: s.Problem + "/" + terminal.Escape(s.Solution), File: terminal.Escape(s.Path), Time: junitTime(s.Sum().CPU)}
	suite.Properties = scoreProperties(s.Score)
	allAsExpected := true
	for _, c := range s.Cases {
		tc := junitCase{Name: terminal.Escape(c.Case), Class: suite.Name, Time: junitTime(c.CPU)}
		if c.Kept {
			tc.Out = "kept from an earlier run"
		}
		if c.Beyond() && c.Verdict != result.AC && c.Verdict.Ran() && c.AsExpected && c.Expected == "" {
			tc.Out = fmt.Sprintf("%s, but beyond the site: no part of the verdict", c.Verdict)
		}
		switch {
		case c.Verdict == result.SK:
			suite.Skipped++
			tc.Skipped = &junitMessage{Message: terminal.Escape(c.Message.String())}
		case c.Verdict == result.JE:
			suite.Errors++
			tc.Error = junitProblem(s, c)
		case !c.AsExpected:
			suite.Failures++
			tc.Failure = junitProblem(s, c)
		}
		allAsExpected = allAsExpected && c.AsExpected
		suite.Cases = append(suite.Cases, tc)
	}
	if !s.AsExpected && allAsExpected {
		// Every case is fine by itself, but the failure that was promised never came.
		suite.Failures++
		suite.Cases = append(suite.Cases, junitCase{Name: "as a whole", Class: suite.Name, Time: "0",
			Failure: &junitMessage{Message: fmt.Sprintf("%s, expected %s", s.Verdict, s.Expected.Words()), Type: string(s.Verdict)}})
	}
	suite.Tests = len(suite.Cases)
	return suite
}

func junitProblem(s result.Solution, c result.Case) *junitMessage {
	m := &junitMessage{Type: string(c.Verdict), Message: fmt.Sprintf("%s, expected %s", c.Verdict, c.Expected.Words())}
	if reason := c.Reason(); reason.Said() {
		m.Message += ": " + terminal.Escape(reason.String())
	}
	if d := c.Difference; d != nil {
		m.Text = fmt.Sprintf("%s\nwant %s\ngot  %s\n", terminal.Escape(Place(*d).String()), terminal.Escape(d.Want), terminal.Escape(d.Got))
	}
	if c.Verdict == result.CE {
		m.Text = junitText(s.Compile.Message.String())
	}
	return m
}

// junitBody limits the text of a failure, because the compiler's text stands there once for every case.
const junitBody = 16 << 10

// junitText escapes a compiler's text line by line. It keeps as many lines as fit.
func junitText(message string) string {
	var b strings.Builder
	lines := strings.Split(strings.TrimRight(message, "\r\n"), "\n")
	for i, line := range lines {
		line = terminal.Escape(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
		if i > 0 && b.Len()+len(line) > junitBody {
			fmt.Fprintf(&b, "%s\n", say.English.Say("and %s more", say.Count(len(lines)-i, "line")))
			break
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func junitTime(d time.Duration) string { return fmt.Sprintf("%.6f", d.Seconds()) }
