package statement

import (
	"bytes"
	"strings"
)

// mostCells is how many cells the tables of a statement have together. A table's every row gets as many cells as its head
// has, whatever stands in the row, so that 48 KiB of text could be 640 MB of HTML.
const mostCells = 20_000

// boundTables turns the lines that would make too large tables into text.
func boundTables(markdown []byte) []byte {
	lines := bytes.SplitAfter(markdown, []byte("\n"))
	rows, cells := 0, 0
	under := make([]int, len(lines)) // lines that may be rows of a table that begins here
	for i := len(lines) - 1; i >= 0; i-- {
		under[i] = rows
		if rows++; len(bytes.TrimSpace(lines[i])) == 0 {
			rows = 0
		}
	}
	for i, line := range lines {
		if !bytes.ContainsRune(line, '|') || !bytes.ContainsRune(line, '-') || len(bytes.Trim(line, tableSigns)) > 0 {
			continue
		}
		if cells += (bytes.Count(line, []byte("|")) + 1) * (under[i] + 1); cells > mostCells {
			lines[i] = []byte(strings.ReplaceAll(string(line), "|", `\|`))
		}
	}
	return bytes.Join(lines, nil)
}

// tableSigns are all that stands in the line below a table's head, in a quote or a list too.
const tableSigns = "|-: \t\r\n>*+.)0123456789"
