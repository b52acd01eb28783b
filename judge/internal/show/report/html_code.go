package report

import (
	"go/scanner"
	"go/token"
	"strings"

	"sudokuoj/judge/internal/show/terminal"
)

// colourCode cuts a source into lines of pieces. Only Go is coloured.
func colourCode(source, language string) [][]codePiece {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	kinds := make([]byte, len(source))
	if language == "Go" {
		markTokens(source, kinds)
	}
	var lines [][]codePiece
	start := 0
	for start < len(source) {
		end := start + strings.IndexByte(source[start:]+"\n", '\n')
		var line []codePiece
		for from := start; from < end; {
			to := from
			for to < end && kinds[to] == kinds[from] {
				to++
			}
			text := strings.ReplaceAll(source[from:to], "\t", "    ")
			line = append(line, codePiece{strings.TrimRight(string(kinds[from]), "\x00"), terminal.Escape(text)})
			from = to
		}
		lines = append(lines, line)
		start = end + 1
	}
	return lines
}

func markTokens(source string, kinds []byte) {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return
		}
		kind := byte(0)
		switch {
		case tok == token.COMMENT:
			kind = 'c'
		case tok.IsKeyword():
			kind = 'k'
		case tok == token.STRING, tok == token.CHAR, tok == token.INT, tok == token.FLOAT:
			kind = 'l'
		}
		from := file.Offset(pos)
		for i := from; kind != 0 && i < from+len(literal) && i < len(kinds); i++ {
			kinds[i] = kind
		}
	}
}
