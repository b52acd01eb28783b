package python

import (
	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
)

var (
	python2 = match.Lazy(`(?m)\b(?:xrange|raw_input|unichr|basestring)\b\s*\(|\.(?:iteritems|itervalues|iterkeys|has_key)\s*\(|` +
		"^[ \\t]*print[ \\t]+[^\\s=(.,:;\\[]|^[ \\t]*except[ \\t]+[\\w.]+[ \\t]*,[ \\t]*\\w+[ \\t]*:")
	python3 = match.Lazy(`\bxrange\s*=|\braw_input\s*=|\bbasestring\s*=|\bimport\s+six\b`) // it knows both
)

// dialect tells that a source is in Python 2.
func dialect(code, _ string) say.Message {
	if python2().MatchString(code) && !python3().MatchString(code) {
		return say.Of("this is Python 2, and the judge runs Python 3").Hint("write range for xrange, print(...) for print, and items() for iteritems()")
	}
	return say.Message{}
}
