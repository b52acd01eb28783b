package exchange

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
)

// MaxCompanion bounds what the extension may send: samples from a web page.
const MaxCompanion = 16 << 20

// companion holds the parts that we use of a problem sent by the Competitive Companion extension.
type companion struct {
	Name        string   `json:"name"`
	Group       string   `json:"group"`
	URL         string   `json:"url"`
	Interactive bool     `json:"interactive"`
	MemoryLimit float64  `json:"memoryLimit"` // MiB
	TimeLimit   float64  `json:"timeLimit"`   // ms
	Tests       []sample `json:"tests"`
	Input       channel  `json:"input"`
	Output      channel  `json:"output"`
	Batch       struct {
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

// BatchOf returns the batch that a problem came with, and the size of the batch; false means that the text is not a
// problem.
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
	return bring(&workshop{ctx: context.Background()}, root, id, func() (*draft, error) { return c.draft(id), nil })
}

// draft makes a draft of what the page says.
func (c companion) draft(id string) *draft {
	d := newDraft(nil, c.Name)
	d.check.Kind = "lines"
	d.limit(math.Floor(c.TimeLimit)/1000, int64(min(c.MemoryLimit, maxMemory+1)))
	d.samples(c.Tests)
	address, where := "", "The statement did not come along.\n"
	if u, err := url.Parse(c.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") {
		address, where = c.URL, fmt.Sprintf("The statement is at <%s>.\n", c.URL)
	}
	d.from(cmp.Or(oneLine(c.Group), c.Name, id), address)
	d.statement(languageOf(c.Name), "md", literal(where))
	d.check.InputFile = d.channel(c.Input)
	if c.Input.Type != "regex" { // its input files stay at home; only their contents are submitted
		d.check.OutputFile = d.channel(c.Output)
	}
	if id == c.id() && strings.HasPrefix(id, "acwing") && numbered().FindString(c.Name) == "" {
		d.remark("%s has the number of the page's address, which at AcWing is not always that of the problem: -id gives it another name", id)
	}
	return d
}

func (d *draft) channel(c channel) string {
	switch {
	case c.Type == "file" && problem.ValidFileName(c.FileName):
		return c.FileName
	case c.Type == "file" || c.Type == "regex":
		d.remark("on its site a program reads or writes the file %q: here it is standard input and output",
			cmp.Or(c.FileName, c.Pattern))
	}
	return ""
}
