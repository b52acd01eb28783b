// Package statement turns a problem's statement into HTML that is safe to show to anyone: Markdown without
// raw HTML, links that lead nowhere but to other sites, and formulas in MathML. A statement may come from a
// stranger's package, so nothing in it is trusted.
package statement

import (
	"bytes"
	"html/template"
	"net/url"
	"slices"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// MaxSize is the greatest size of a statement, in bytes. Few statements of contests have half that size. The worst text
// of this size, nested quotes, takes goldmark a second or two.
const MaxSize = 48 << 10

// HTML returns the statement as it is below the problem's title. It leaves out a first heading, because that
// repeats the title. Pictures returns the address of a picture for the file's name, as the statement spells it; "" if
// there is none.
func HTML(markdown []byte, pictures func(name string) string) template.HTML {
	markdown = boundTables(bytes.Map(plain, markdown[:min(len(markdown), MaxSize)]))
	markup := goldmark.New(
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(without(parser.DefaultBlockParsers(), parser.NewHTMLBlockParser())...),
			parser.WithInlineParsers(append(without(parser.DefaultInlineParsers(), parser.NewRawHTMLParser()), util.Prioritized(mathParser{}, 150))...),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
			parser.WithASTTransformers(util.Prioritized(tamer{}, 1000)))),
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))), // the page's policy allows no style
		goldmark.WithRendererOptions(html.WithXHTML(), renderer.WithNodeRenderers(util.Prioritized(drawer{html.DefaultWriter, pictures}, 100))))
	var out bytes.Buffer
	if err := markup.Convert(markdown, &out); err != nil {
		return template.HTML(template.HTMLEscapeString(string(markdown))) // no writer fails here; escaped text is always safe
	}
	return template.HTML(out.String())
}

// plain replaces characters that are not text by a plain sign.
func plain(c rune) rune {
	if unicode.IsControl(c) && c != '\n' && c != '\t' && c != '\r' {
		return unicode.ReplacementChar
	}
	return c
}

// without returns a list without one parser.
func without(all []util.PrioritizedValue, one any) []util.PrioritizedValue {
	return slices.DeleteFunc(slices.Clone(all), func(v util.PrioritizedValue) bool { return v.Value == one })
}

// tamer makes the tree of a statement fit under the page's own heading. It removes links that lead into the judge or to
// anything but the web.
type tamer struct{}

func (tamer) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	if h, ok := doc.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		doc.RemoveChild(doc, h)
	}
	var idle []*ast.Link
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			n.Level = max(n.Level, 2)
		case *ast.Link:
			if entering && !outward(n.Destination) {
				idle = append(idle, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, link := range idle {
		for child := link.FirstChild(); child != nil; child = link.FirstChild() {
			link.Parent().InsertBefore(link.Parent(), link, child)
		}
		link.Parent().RemoveChild(link.Parent(), link)
	}
}

// outward reports whether an address belongs to another site.
func outward(address []byte) bool {
	u, err := url.Parse(string(address))
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// drawer writes the parts of a statement that differ from goldmark's own.
type drawer struct {
	html.Writer
	pictures func(string) string
}

func (d drawer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindLink, d.link)
	reg.Register(ast.KindAutoLink, d.autoLink)
	reg.Register(ast.KindImage, d.image)
	reg.Register(ast.KindCodeBlock, d.code)
	reg.Register(ast.KindFencedCodeBlock, d.code)
	reg.Register(kindMath, d.math)
}

func (d drawer) link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		openLink(w, n.(*ast.Link).Destination)
	} else {
		w.WriteString("</a>")
	}
	return ast.WalkContinue, nil
}

func openLink(w util.BufWriter, address []byte) {
	w.WriteString(`<a rel="noopener noreferrer nofollow" href="`)
	w.Write(util.EscapeHTML(util.URLEscape(address, true)))
	w.WriteString(`">`)
}

func (d drawer) autoLink(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.AutoLink)
	if !entering {
		return ast.WalkContinue, nil
	}
	if address := n.URL(source); n.AutoLinkType == ast.AutoLinkURL && outward(address) {
		openLink(w, address)
		defer w.WriteString("</a>")
	}
	w.Write(util.EscapeHTML(n.Label(source)))
	return ast.WalkContinue, nil
}

// image shows a picture that is beside the statement. For any other picture it shows only the words, because nothing
// is loaded from elsewhere.
func (d drawer) image(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Image)
	if !entering {
		return ast.WalkContinue, nil
	}
	address := d.pictures(string(n.Destination))
	if address == "" {
		return ast.WalkContinue, nil
	}
	w.WriteString(`<img src="`)
	w.WriteString(template.HTMLEscapeString(address))
	w.WriteString(`" alt="`)
	ast.Walk(n, func(child ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := child.(*ast.Text); ok && entering {
			w.Write(util.EscapeHTML(t.Segment.Value(source)))
		}
		return ast.WalkContinue, nil
	})
	w.WriteString(`" />`)
	return ast.WalkSkipChildren, nil
}

// code writes code that the keyboard can reach, because it may be wider than the page.
func (d drawer) code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.WriteString(`<pre tabindex="0"><code>`)
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			d.RawWrite(w, line.Value(source))
		}
		w.WriteString("</code></pre>\n")
	}
	return ast.WalkContinue, nil
}
