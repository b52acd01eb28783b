package problem

import (
	"slices"
	"strconv"

	"sudokuoj/judge/internal/base/say"
)

// Comparison holds the settings of the format's own validator (check: kattis). Without arguments it
// compares word by word and ignores case and blanks.
type Comparison struct {
	CaseSensitive, SpaceSensitive bool
	Numbers                       bool // two words may be the same number, within the tolerances
	Absolute, Relative            float64
	Unknown                       []string // arguments that mean nothing to it
}

// ParseComparison reads the arguments of the format's own validator.
func ParseComparison(args []string) (c Comparison, err error) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch arg {
		case "case_sensitive":
			c.CaseSensitive = true
		case "space_change_sensitive":
			c.SpaceSensitive = true
		case "float_tolerance", "float_absolute_tolerance", "float_relative_tolerance":
			if i++; i == len(args) {
				return c, say.Errorf("output_validator_args: %s says no number", arg)
			}
			tolerance, err := strconv.ParseFloat(args[i], 64)
			if err != nil || tolerance < 0 || tolerance > 1e9 {
				return c, say.Errorf("output_validator_args: %s: %q is not a tolerance", arg, args[i]).Hint("write 1e-6")
			}
			c.Numbers = true
			if arg != "float_relative_tolerance" {
				c.Absolute = tolerance
			}
			if arg != "float_absolute_tolerance" {
				c.Relative = tolerance
			}
		default:
			c.Unknown = append(c.Unknown, arg)
		}
	}
	return c, nil
}

// checkArguments checks the arguments that cases give to the format's own validator, each set once.
func (p *Problem) checkArguments(f *faults) {
	var seen [][]string
	for _, c := range p.Cases {
		args := slices.Concat(p.Check.Args, c.CheckArgs)
		if slices.ContainsFunc(seen, func(old []string) bool { return slices.Equal(old, args) }) {
			continue
		}
		seen = append(seen, args)
		how, err := ParseComparison(args)
		if err != nil {
			f.add(c.In, 0, "%w", err)
		}
		for _, arg := range how.Unknown {
			p.warn("%s: output_validator_args: %q means nothing to check: kattis, and is passed over", c.In, arg)
		}
	}
}
