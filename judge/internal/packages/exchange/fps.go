package exchange

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
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
	Name  string `xml:"name,attr"`
	Score string `xml:"score,attr"`
	Text  string `xml:",chardata"`
}

// isFPS recognises an FPS file by its beginning.
func isFPS(head string) bool { return strings.Contains(head, "<fps") }

// maxFPS bounds a file that holds the data of many problems.
const maxFPS = 128 << 20

// plainText leaves out the control characters of people's data, which XML does not have.
type plainText struct{ io.Reader }

func (p plainText) Read(text []byte) (int, error) {
	n, err := p.Reader.Read(text)
	kept := slices.DeleteFunc(text[:n], func(c byte) bool { return c < ' ' && c != '\n' && c != '\t' && c != '\r' })
	return len(kept), err
}

// eachItem reads the problems of a file one by one: together they may be larger than the memory. It returns the file's
// encoding, "" for UTF-8.
func eachItem(file string, do func(*xml.Decoder, xml.StartElement) error) (from string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > maxFPS {
		return "", say.Errorf("more than %d MiB in all", maxFPS>>20)
	}
	text, from, ok := charset.Reader(f)
	if !ok {
		return "", errEncoding
	}
	in := bufio.NewReaderSize(text, 4096)
	if head, _ := in.Peek(4096); !isFPS(string(head)) {
		return "", say.Errorf("no FPS: it has no <fps> at its beginning")
	}
	d := decoder(plainText{in})
	for {
		token, err := d.Token()
		if err == io.EOF {
			return from, nil
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "item" {
			err = do(d, start)
		}
		if err != nil {
			return "", say.Errorf("not XML: %w", err)
		}
	}
}

// fps imports every problem of such a file.
func (i *importer) fps(shown, file string) error {
	items := 0
	from, err := eachItem(file, func(d *xml.Decoder, _ xml.StartElement) error { items++; return d.Skip() })
	if err == nil && items == 0 {
		err = say.Errorf("it has no problem: there is no <item>")
	}
	if err != nil {
		return say.Errorf("%s: %w", shown, err)
	}
	if err := i.allow(shown, items); err != nil {
		return err
	}
	base := strings.TrimSuffix(baseName(shown), filepath.Ext(shown))
	used, n := map[string]bool{}, 0
	_, err = eachItem(file, func(d *xml.Decoder, start xml.StartElement) error {
		var item fpsItem
		if err := d.DecodeElement(&item, &start); err != nil {
			return err
		}
		n++
		id := idFrom(item.Title)
		if len(id) < 2 || languageOf(item.Title) == "zh" { // a Chinese title has none to make one of
			id = idFrom(base + strconv.Itoa(n))
		}
		if id = cmp.Or(id, fmt.Sprintf("fps%d", n)); used[id] {
			id += "v" + strconv.Itoa(n)
		}
		used[id] = true
		i.one(shown+": "+oneLine(item.Title), id, func() (*draft, error) {
			d, err := item.draft()
			if err == nil && from != "" {
				d.remark("%s: was written in %s, and is UTF-8 now", filepath.Base(shown), from)
			}
			return d, err
		})
		return nil
	})
	return err
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
	d.names = map[string]string{lang: title}
	d.from(item.Source, "")
	d.limit(seconds(item.Time.String(), 1), mebibytes(item.Memory.String(), 128))
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
		d.check.Kind, d.check.Program = "testlib", d.beside("checker.cpp", literal(own.Text))
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
		worth, given := number(in.Score)
		if !given {
			worth = 0
		}
		cases = append(cases, testCase{name: cmp.Or(in.Name, fmt.Sprintf("%02d", n+1)), worth: worth,
			in: ended(in.Text), ans: ended(answer)})
		d.scoring = d.scoring || worth > 0
	}
	if d.scoring {
		d.subtasks(byPoints(cases))
	} else {
		d.groups = []group{{cases: cases}}
	}
	var samples []sample
	for n, in := range item.SampleIn {
		samples = append(samples, sample{in, item.SampleOut[n]})
	}
	d.samples(samples)
	return nil
}
