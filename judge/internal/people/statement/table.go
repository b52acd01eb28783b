package statement

import (
	"bytes"
	"strings"
)

// mostCells limits the cells of all tables of a statement. In a table every row has as many cells as the head, even a
// row with little text. So 48 KiB of text could become 640 MB of HTML.
const mostCells = 20_000

// boundTables turns lines into text if their tables would be too large.
func boundTables(markdown []byte) []byte {
	lines := bytes.SplitAfter(markdown, []byte("\n"))
	rows, cells := 0, 0
	under := make([]int, len(lines)) // for each line: how many lines below may be rows of a table that begins there
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

// tableSigns are the only signs in the line below a table's head, even in a quote or a list.
const tableSigns = "|-: \t\r\n>*+.)0123456789"
