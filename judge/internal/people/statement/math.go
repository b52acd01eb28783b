package statement

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var kindMath = ast.NewNodeKind("Math")

// mathNode is a formula between dollar signs.
type mathNode struct {
	ast.BaseInline
	tex     string
	display bool // between two dollar signs, on a line of its own
}

func (n *mathNode) Kind() ast.NodeKind            { return kindMath }
func (n *mathNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// mathParser finds formulas by pandoc's rule, which leaves prices alone. No blank may follow the sign that opens, or
// precede the one that closes, and no digit may follow the latter.
type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$'} }

func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	signs := 1
	if len(line) > 1 && line[1] == '$' {
		signs = 2
	}
	if signs == 1 && (len(line) < 2 || blank(line[1])) {
		return nil
	}
	atLine, at := block.Position()
	block.Advance(signs)
	var tex []byte
	for {
		line, _ := block.PeekLine()
		if line == nil || len(tex) > maxFormula {
			block.SetPosition(atLine, at)
			return nil
		}
		if end := closing(line, signs, tex); end >= 0 {
			block.Advance(end + signs)
			return &mathNode{tex: string(append(tex, line[:end]...)), display: signs == 2}
		}
		tex = append(tex, line...)
		block.AdvanceLine()
	}
}

// closing returns where in the line the signs are that end a formula; -1 if there are none.
func closing(line []byte, signs int, before []byte) int {
	for i := 0; i+signs <= len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] != '$':
		case signs == 2 && line[i+1] == '$':
			return i
		case signs == 1 && (i > 0 || len(before) > 0) && (i == 0 || !blank(line[i-1])) && (i+1 == len(line) || line[i+1] < '0' || line[i+1] > '9'):
			return i
		case signs == 1:
			return -1
		}
	}
	return -1
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

func (d drawer) math(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		n := node.(*mathNode)
		w.WriteString(formula(n.tex, n.display))
	}
	return ast.WalkContinue, nil
}
