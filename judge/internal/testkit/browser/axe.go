//go:build unix

package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"sudokuoj/judge/internal/base/tempfile"
)

const axeVersion = "4.10.3"

// axe is the text of axe-core, which knows the rules of accessible pages. It is kept beside the other caches of the
// user. Who finds none gets it, and the tests that want it meanwhile, here or in another process, wait: npm writes its
// files bit by bit. Where it cannot be got, that is tried once.
var axe = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "sudokuoj", "axe-"+axeVersion)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if lock := tempfile.OpenLock(filepath.Join(dir, "lock")); lock != nil {
		defer lock.Close()
		tempfile.WaitLock(lock, tempfile.Alone)
	}
	file := filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(file); err != nil {
		if out, err := exec.Command("npm", "install", "--no-audit", "--no-fund", "--fetch-retries=1", "--prefix", dir,
			"axe-core@"+axeVersion).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w\n%s", err, out)
		}
	}
	text, err := os.ReadFile(file)
	return string(text), err
})

// Axe holds the page, as it is, to the rules of WCAG 2.2 AA and says what breaks them. It looks from the top and at
// rest: where a page is scrolled to, or still on its way, its bar would cover half of some button. Where axe-core is
// not to be had, the log says so, and there is nil. Rules, if there are any, are the only ones.
//
// Most of the time goes into the contrast of texts and into what is hidden. So axe sees only one text of each style,
// since the others have the same colours, and hidden parts are empty meanwhile.
func (b *Browser) Axe(rules ...string) (faults []string) {
	b.T.Helper()
	var known bool
	if b.Eval(&known, "!!window.axe"); !known {
		text, err := axe()
		if err != nil {
			b.T.Logf("axe-core is not here and cannot be got: %v", err)
			return nil
		}
		b.Eval(nil, "void 0;\n%s\n;void 0", text)
	}
	b.Eval(nil, `(async () => {
		for (let still = 0; still < 3; still = scrollY ? 0 : still + 1) { // who scrolls smoothly does not stop at once
			scrollTo({ top: 0, behavior: "instant" });
			await new Promise(requestAnimationFrame);
		}
	})()`)
	if len(rules) == 0 {
		rules = []string{"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"}
	}
	only, _ := json.Marshal(rules)
	b.Eval(&faults, `{
		const texts = %s, fill = %s, contrast = axe._audit.rules.find((r) => r.id === "color-contrast");
		contrast.every ??= contrast.matches;
		contrast.matches = (e, ...more) => texts.has(e) && contrast.every(e, ...more);
		axe.run(document, { runOnly: %s, resultTypes: ["violations"] })
			.then(r => r.violations.map(v => v.id + ": " + v.help + " " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " " + n.failureSummary).join("; "))).finally(fill)
	}`, texts, emptied, only)
	return faults
}

// texts is the set of the elements that show a text, one of each style. A style is all that colours depend on, in the
// element and in those around it.
const texts = `(() => {
	const numbers = new Map([[null, 0]]), styles = new Map(), seen = {};
	const number = (e) => {
		if (!numbers.has(e)) {
			const s = getComputedStyle(e);
			const style = [number(e.parentElement), s.color, s.background, s.opacity, s.fontSize, s.fontWeight, s.textShadow, s.position].join();
			if (!styles.has(style)) styles.set(style, styles.size + 1);
			numbers.set(e, styles.get(style));
		}
		return numbers.get(e);
	};
	const shows = (e) => e.matches("input, select, textarea") || [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
	return new Set([...document.body.querySelectorAll("*")].filter((e) =>
		shows(e) && e.checkVisibility({ visibilityProperty: true }) && (seen[number(e)] ??= e) === e));
})()`

// emptied takes the content out of all hidden elements and is a function that puts it back. Parts stay if something
// visible refers to them, or if a style may depend on what is chosen in them.
const emptied = `(() => {
	const shown = (e) => e.checkVisibility() || getComputedStyle(e).display === "contents";
	const named = new Set([...document.querySelectorAll("*")].filter(shown).flatMap((e) =>
		[...e.attributes].filter((a) => /^(aria-.*|for|form|headers|list)$/.test(a.name)).flatMap((a) => a.value.split(" "))));
	const needed = (e) => e.id && named.has(e.id) || e.matches("input:checked");
	const taken = new Map();
	const empty = (e) => {
		if (!(e instanceof HTMLElement) || !e.firstElementChild) return;
		if (shown(e) || !needed(e) && [...e.querySelectorAll("*")].some(needed)) [...e.children].forEach(empty);
		else if (!needed(e)) {
			taken.set(e, [...e.childNodes]);
			e.replaceChildren();
		}
	};
	[...document.body.children].forEach(empty);
	return () => taken.forEach((nodes, e) => e.replaceChildren(...nodes))
})()`
