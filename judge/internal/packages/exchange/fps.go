package exchange

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"html"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/problem"
)

// fpsItem holds the parts that we use of a problem in an FPS file, the exchange format of HUSTOJ.
type fpsItem struct {
	Title    string   `xml:"title"`
	Time     fpsLimit `xml:"time_limit"`
	Memory   fpsLimit `xml:"memory_limit"`
	Pictures []struct {
		Address string `xml:"src"`
		Data    string `xml:"base64"`
	} `xml:"img"`
	Description string    `xml:"description"`
	Input       string    `xml:"input"`
	Output      string    `xml:"output"`
	Hint        string    `xml:"hint"`
	Source      string    `xml:"source"`
	SampleIn    []string  `xml:"sample_input"`
	SampleOut   []string  `xml:"sample_output"`
	TestIn      []fpsText `xml:"test_input"`
	TestOut     []fpsText `xml:"test_output"`
	Special     *code     `xml:"spj"`
	Testlib     *code     `xml:"tpj"`
	Solutions   []code    `xml:"solution"`
	Prepend     []code    `xml:"prepend"`
	Append      []code    `xml:"append"`
	Template    []code    `xml:"template"`
	Remote      string    `xml:"remote_oj"`
	Interactor  *code     `xml:"interactor"`
}

type fpsLimit struct {
	Unit  string `xml:"unit,attr"`
	Value string `xml:",chardata"`
}

func (l fpsLimit) String() string { return strings.TrimSpace(l.Value) + strings.TrimSpace(l.Unit) }

type fpsText struct {
	Name  string  `xml:"name,attr"`
	Score float64 `xml:"score,attr"`
	Text  string  `xml:",chardata"`
}

// isFPS recognises an FPS file by its beginning.
func isFPS(head string) bool { return strings.Contains(head, "<fps") }

// maxFPS bounds a file that holds the data of many problems, and is read as one.
const maxFPS = 128 << 20

// parseFPS reads the whole file, in UTF-8 or another character set, which it returns.
func parseFPS(data []byte) (items []fpsItem, from string, err error) {
	text, from, ok := charset.Decode(data)
	switch {
	case !ok:
		return nil, "", errEncoding
	case !isFPS(string(text[:min(len(text), 4096)])):
		return nil, "", say.Errorf("no FPS: it has no <fps> at its beginning")
	}
	text = bytes.Map(func(r rune) rune { // what XML does not have, but people's data do
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' {
			return -1
		}
		return r
	}, text)
	var file struct {
		Items []fpsItem `xml:"item"`
	}
	if err := readXML(text, &file); err != nil {
		return nil, "", say.Errorf("not XML: %w", err)
	}
	if len(file.Items) == 0 {
		return nil, "", say.Errorf("it has no problem: there is no <item>")
	}
	return file.Items, from, nil
}

// fps imports every problem of such a file.
func (i *importer) fps(shown, file string) error {
	data, err := readBounded(file, maxFPS)
	if err != nil {
		return err
	}
	items, written, err := parseFPS(data)
	if err != nil {
		return say.Errorf("%s: %w", shown, err)
	}
	if err := i.allow(shown, len(items)); err != nil {
		return err
	}
	base := strings.TrimSuffix(baseName(shown), filepath.Ext(shown))
	used := map[string]bool{}
	for n, item := range items {
		id := idFrom(item.Title)
		if len(id) < 2 || languageOf(item.Title) == "zh" { // a Chinese title has none to make one of
			id = idFrom(base + strconv.Itoa(n+1))
		}
		if id = cmp.Or(id, fmt.Sprintf("fps%d", n+1)); used[id] {
			id += "v" + strconv.Itoa(n+1)
		}
		used[id] = true
		i.one(shown+": "+oneLine(item.Title), id, func() (*draft, error) {
			d, err := item.draft()
			if err == nil && written != "" {
				d.remark("%s: was written in %s, and is UTF-8 now", filepath.Base(shown), written)
			}
			return d, err
		})
	}
	return nil
}

// draft reads one of the problems.
func (item fpsItem) draft() (*draft, error) {
	switch {
	case item.Remote != "":
		return nil, say.Errorf("it is a problem of another judge (%s), and its data are not here", oneLine(item.Remote))
	case item.Interactor != nil:
		return nil, errInteractor
	}
	title := oneLine(item.Title)
	lang := languageOf(title + item.Description)
	d := newDraft(nil, title)
	d.Name = map[string]string{lang: title}
	d.from(item.Source, "")
	d.limit(seconds(item.Time.String(), 1), mebibytes(item.Memory.String(), 128), 0)
	pictures := item.pictures(d)
	text := func(s string) string { return d.fromHTML("the statement", s, pictures) }
	d.sheet(lang, text(item.Description), text(item.Input), text(item.Output), text(item.Hint))
	d.answers(item.Solutions)
	if len(item.Prepend)+len(item.Append)+len(item.Template) > 0 {
		d.remark("left out: %s", "template, prepend, append")
	}
	d.check.Kind = "lines"
	switch own := cmp.Or(item.Testlib, item.Special); {
	case own == nil || strings.TrimSpace(own.Text) == "":
	case item.Testlib != nil:
		d.program["checker.cpp"] = literal(own.Text)
		d.check.Kind, d.check.Program = "testlib", "checker.cpp"
	default:
		if err := d.special("spj.cpp", "hustoj", literal(own.Text)); err != nil {
			return nil, err
		}
	}
	return d, item.tests(d)
}

// pictures takes the pictures that the statement shows, and returns their new names by their addresses. What is no
// picture has no name.
func (item fpsItem) pictures(d *draft) map[string]string {
	names := map[string]string{}
	statement := html.UnescapeString(item.Description + item.Input + item.Output + item.Hint)
	for _, p := range item.Pictures {
		address := strings.TrimSpace(p.Address)
		if !strings.Contains(statement, address) {
			d.remark("left out: %s", "img "+oneLine(address))
			continue
		}
		name := fmt.Sprintf("picture%d%s", len(names)+1, strings.ToLower(path.Ext(address)))
		data, wrong := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(p.Data), ""))
		if wrong != nil || len(data) == 0 || len(data) > problem.MaxPicture || !problem.IsPicture(name) || names[address] != "" {
			continue
		}
		d.files = append(d.files, draftFile{to: "statement/" + name, text: literal(string(data))})
		names[address] = name
	}
	return names
}

// tests reads the samples and the tests. An answer belongs to the input with its name, or to that at its index.
func (item fpsItem) tests(d *draft) error {
	if len(item.TestIn) != len(item.TestOut) || len(item.SampleIn) != len(item.SampleOut) {
		return say.Errorf("it has %d inputs and %d outputs of tests, %d and %d of samples",
			len(item.TestIn), len(item.TestOut), len(item.SampleIn), len(item.SampleOut))
	}
	if len(item.TestIn)+len(item.SampleIn) > maxFiles {
		return tooMany()
	}
	named := map[string]string{}
	for _, out := range item.TestOut {
		named[out.Name] = out.Text
	}
	var cases []testCase
	for n, in := range item.TestIn {
		answer := item.TestOut[n].Text
		if text, ok := named[in.Name]; ok && in.Name != item.TestOut[n].Name && in.Name != "" {
			answer = text
		}
		cases = append(cases, testCase{name: cmp.Or(in.Name, fmt.Sprintf("%02d", n+1)), worth: min(max(in.Score, 0), 1e6),
			in: literal(ended(in.Text)), ans: literal(ended(answer))})
		d.scoring = d.scoring || in.Score > 0
	}
	if d.groups = []group{{cases: cases}}; d.scoring {
		d.groups = byPoints(cases)
	}
	var samples []sample
	for n, in := range item.SampleIn {
		samples = append(samples, sample{in, item.SampleOut[n]})
	}
	d.samples(samples)
	return nil
}
