package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
)

// MaxCompanion bounds what the extension may send: samples from a web page.
const MaxCompanion = 16 << 20

// companion holds the parts that we use of a problem sent by the Competitive Companion extension.
type companion struct {
	Name        string  `json:"name"`
	Group       string  `json:"group"`
	URL         string  `json:"url"`
	Interactive bool    `json:"interactive"`
	MemoryLimit float64 `json:"memoryLimit"` // MiB
	TimeLimit   float64 `json:"timeLimit"`   // ms
	Tests       []struct {
		Input  string `json:"input"`
		Output string `json:"output"`
	} `json:"tests"`
	Input  channel `json:"input"`
	Output channel `json:"output"`
	Batch  struct {
		ID   string `json:"id"`
		Size int    `json:"size"`
	} `json:"batch"`
}

// channel is where a program reads from or writes to.
type channel struct {
	Type     string `json:"type"`
	FileName string `json:"fileName"`
	Pattern  string `json:"pattern"`
}

// parseCompanion reads what the extension sent, and refuses what the judge could not use.
func parseCompanion(data []byte) (companion, error) {
	var c companion
	if err := json.Unmarshal(data, &c); err != nil {
		return c, say.Errorf("not what Competitive Companion sends: %w", err)
	}
	c.Name = oneLine(c.Name) // a page says it, and messages will
	switch {
	case c.Name == "" && c.URL == "":
		return c, say.Errorf("not what Competitive Companion sends: it has neither name nor url")
	case c.Interactive:
		return c, say.Errorf("it is interactive, and the program to talk with does not come from the extension").
			Hint("judge import takes a package that has one")
	case len(c.Tests) == 0:
		return c, say.Errorf("%s has no sample on its page, so there is nothing to judge", c.Name)
	case len(c.Tests) > maxFiles:
		return c, say.Errorf("%s has %d samples", c.Name, len(c.Tests))
	}
	return c, nil
}

// BatchOf says which click of the extension a problem came with, and of how many; false means that what came
// is no problem at all.
func BatchOf(data []byte) (id string, size int, ok bool) {
	c, _ := parseCompanion(data) // one that has no sample, say, has come as well
	return c.Batch.ID, c.Batch.Size, c.Name != "" || c.URL != ""
}

// ImportCompanion imports the JSON text that Competitive Companion sends of one problem. ID "" makes one
// of the page's address.
func ImportCompanion(root string, data []byte, id string) (Imported, error) {
	c, err := parseCompanion(data)
	if err != nil {
		return Imported{}, err
	}
	if id == "" {
		if id = c.id(); id == "" {
			return Imported{}, say.Errorf("%q has no letter or digit to make an ID from", c.Name).Hint("choose one with -id")
		}
		id = c.free(root, id)
	}
	return bring(root, id, c.fill)
}

// fill writes the problem.
func (c companion) fill(w *writer) error {
	lang := "en"
	if strings.ContainsFunc(c.Name, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		lang = "zh"
	}
	m := newMetadata(w.ID, lang, c.Name)
	source := map[string]string{"name": oneLine(c.Group)}
	if source["name"] == "" {
		source["name"] = oneLine(c.Name)
	}
	if u, err := url.Parse(c.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") {
		source["url"] = c.URL
	}
	m.Source = source
	m.Limits = map[string]any{}
	if c.TimeLimit >= 1 && c.TimeLimit <= 3_600_000 {
		m.Limits["time_limit"] = math.Round(c.TimeLimit) / 1000
	} else {
		w.noteNoTimeLimit()
	}
	if c.MemoryLimit >= 1 && c.MemoryLimit <= 1<<20 {
		m.Limits["memory"] = int(c.MemoryLimit)
	}
	if err := w.writeYAML("problem.yaml", m); err != nil {
		return err
	}
	if err := c.channels(w); err != nil {
		return err
	}
	if w.ID == c.id() && strings.HasPrefix(w.ID, "acwing") && numbered().FindString(c.Name) == "" {
		w.note("%s has the number of the page's address, which at AcWing is not always that of the problem: -id gives it another name", w.ID)
	}
	statement := fmt.Sprintf("The statement is at <%s>.\n", source["url"])
	if source["url"] == "" {
		statement = "The statement did not come along.\n"
	}
	if err := write(filepath.Join(w.problemDir(), "statement", "problem."+lang+".md"), []byte(statement)); err != nil {
		return err
	}
	digits := len(strconv.Itoa(len(c.Tests)))
	for i, test := range c.Tests {
		base := filepath.Join(w.dataDir(), "sample", fmt.Sprintf("%0*d", max(digits, 2), i+1))
		for ext, text := range map[string]string{".in": test.Input, ".ans": test.Output} {
			text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
			if text != "" && !strings.HasSuffix(text, "\n") {
				text += "\n"
			}
			if err := write(base+ext, []byte(text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// channels has the judge give a program its input in a file and take its output from one, where the site
// does so.
func (c companion) channels(w *writer) error {
	check := judgeFile{Check: "lines", InputFile: w.channel(c.Input)}
	if c.Input.Type != "regex" { // its input files stay at home; only their contents are submitted
		check.OutputFile = w.channel(c.Output)
	}
	if check.InputFile == "" && check.OutputFile == "" {
		return nil
	}
	return w.writeYAML("judge.yaml", check)
}

func (w *writer) channel(ch channel) string {
	switch {
	case ch.Type == "file" && problem.ValidFileName(ch.FileName):
		return ch.FileName
	case ch.Type == "file" || ch.Type == "regex":
		w.note("on its site a program reads or writes the file %q: here it is standard input and output", cmp.Or(ch.FileName, ch.Pattern))
	}
	return ""
}
