package exchange

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"sudokuoj/judge/internal/base/charset"
	"sudokuoj/judge/internal/base/say"
)

// fpsFile holds the parts that we use of an FPS file, the exchange format of HUSTOJ.
type fpsFile struct {
	Items []fpsItem `xml:"item"`
}

type fpsItem struct {
	Title       string    `xml:"title"`
	Time        fpsLimit  `xml:"time_limit"`
	Memory      fpsLimit  `xml:"memory_limit"`
	Pictures    []picture `xml:"img"`
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

// parseFPS reads the whole file, in UTF-8 or GBK.
func parseFPS(data []byte) (f fpsFile, from string, err error) {
	text, from, ok := charset.Decode(data)
	if !ok {
		return f, "", errEncoding
	}
	if !isFPS(string(text[:min(len(text), 4096)])) {
		return f, from, say.Errorf("no FPS: it has no <fps> at its beginning")
	}
	clean := bytes.Map(func(r rune) rune { // what XML does not have, but people's data do
		if r < ' ' && r != '\n' && r != '\t' && r != '\r' {
			return -1
		}
		return r
	}, text)
	if err := readXML(clean, &f); err != nil {
		return f, from, say.Errorf("not XML: %w", err)
	}
	if len(f.Items) == 0 {
		return f, from, say.Errorf("holds no problem: there is no <item>")
	}
	return f, from, nil
}

// fps imports every problem of such a file.
func (i *importer) fps(from, path string) error {
	data, err := readBounded(path, maxFPS)
	if err != nil {
		return err
	}
	f, written, err := parseFPS(data)
	if err != nil {
		return say.Errorf("%s: %w", from, err)
	}
	if err := i.allow(from, len(f.Items)); err != nil {
		return err
	}
	file := strings.TrimSuffix(baseName(from), filepath.Ext(from))
	used := map[string]bool{}
	for n, item := range f.Items {
		id := idFrom(item.Title)
		if len(id) < 2 || strings.ContainsFunc(item.Title, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			id = idFrom(fmt.Sprintf("%s%d", file, n+1)) // a Chinese title has none to make one of
		}
		if id = cmp.Or(id, fmt.Sprintf("fps%d", n+1)); used[id] {
			id += "v" + strconv.Itoa(n+1)
		}
		used[id] = true
		i.one(from+": "+oneLine(item.Title), id, func(w *writer) error {
			if written != "" {
				w.note("%s: was written in %s, and is UTF-8 now", filepath.Base(from), written)
			}
			return item.put(w)
		})
	}
	return nil
}

// put imports one of the problems.
func (item fpsItem) put(w *writer) error {
	item.Title = oneLine(item.Title)
	lang := languageOf(item.Title + item.Description)
	pictures, err := w.putPictures(item.Pictures, item.Description+item.Input+item.Output+item.Hint)
	if err != nil {
		return err
	}
	text := func(s string) string { return w.fromHTML("the statement", s, pictures) }
	d := draft{names: map[string]string{lang: item.Title}, source: item.Source, seconds: seconds(item.Time.String(), 1), memory: mebibytes(item.Memory.String(), 128),
		statements: sheet(lang, text(item.Description), text(item.Input), text(item.Output), text(item.Hint)), program: map[string]content{}, solutions: w.answers(item.Solutions)}
	if item.Remote != "" {
		return say.Errorf("it is a problem of another judge (%s), and its data are not here", oneLine(item.Remote))
	}
	if item.Interactor != nil {
		return errInteractor
	}
	if len(item.Prepend)+len(item.Append)+len(item.Template) > 0 {
		w.note("left out: %s", "template, prepend, append")
	}
	switch own := cmp.Or(item.Testlib, item.Special); {
	case own == nil || strings.TrimSpace(own.Text) == "":
	case item.Testlib != nil:
		d.program["checker.cpp"], d.check = literal(own.Text), judgeFile{Check: "testlib", Program: "checker.cpp"}
	default:
		if d.check, err = w.special("spj.cpp", "hustoj", literal(own.Text), d.program); err != nil {
			return err
		}
	}
	if d.groups, d.scoring, err = item.cases(); err != nil {
		return err
	}
	return w.put(d)
}

// cases returns the samples and the tests. An answer belongs to the input with its name, or at its place.
func (item fpsItem) cases() (groups []draftGroup, scoring bool, err error) {
	if len(item.TestIn) != len(item.TestOut) || len(item.SampleIn) != len(item.SampleOut) {
		return nil, false, say.Errorf("it has %d inputs and %d outputs of tests, %d and %d of samples", len(item.TestIn), len(item.TestOut), len(item.SampleIn), len(item.SampleOut))
	}
	if len(item.TestIn)+len(item.SampleIn) > maxFiles {
		return nil, false, say.Errorf("more than %d files", maxFiles)
	}
	var all []sample
	for n, in := range item.SampleIn {
		all = append(all, sample{in, item.SampleOut[n]})
	}
	named := map[string]string{}
	for _, out := range item.TestOut {
		named[out.Name] = out.Text
	}
	var cases []draftCase
	for n, in := range item.TestIn {
		answer := item.TestOut[n].Text
		if text, ok := named[in.Name]; ok && in.Name != item.TestOut[n].Name && in.Name != "" {
			answer = text
		}
		cases = append(cases, draftCase{name: cmp.Or(in.Name, fmt.Sprintf("%02d", n+1)), worth: min(max(in.Score, 0), 1e6), in: literal(ended(in.Text)), ans: literal(ended(answer))})
		scoring = scoring || in.Score > 0
	}
	if groups = []draftGroup{{cases: cases}}; scoring {
		groups = points(cases)
	}
	return append(groups, draftGroup{cases: sampleCases(all)}), scoring, nil
}
