//go:build unix

package browser

import (
	"fmt"
	"slices"
)

// slowdown is how many times slower than here the processor of a reader may be.
const slowdown = 4

// FirstPaint logs how long an address takes to its first picture on a slow processor, in several turns with an empty
// page. It says both how long after the navigation began and how long after the whole document was there, which is
// negative where the picture came first.
func (b *Browser) FirstPaint(url string, turns int) {
	b.T.Helper()
	b.Call("Network.setCacheDisabled", map[string]any{"cacheDisabled": true})
	b.Call("Emulation.setCPUThrottlingRate", map[string]any{"rate": slowdown})
	defer b.Call("Emulation.setCPUThrottlingRate", map[string]any{"rate": 1})
	type paint struct{ Start, Document float64 }
	var pages [2][]paint
	for range turns {
		for i, address := range []string{"data:text/html,<h1>empty", url} {
			b.Go(address)
			var seen paint
			b.Eval(&seen, `new Promise((tell) => new PerformanceObserver((list) => {
				const at = list.getEntriesByName("first-contentful-paint")[0]?.startTime;
				if (at) tell({ Start: at, Document: at - performance.getEntriesByType("navigation")[0].responseEnd });
			}).observe({ type: "paint", buffered: true }))`)
			pages[i] = append(pages[i], seen)
		}
	}
	for i, name := range []string{"an empty page", url} {
		of := func(pick func(paint) float64) string {
			var all []float64
			for _, p := range pages[i] {
				all = append(all, pick(p))
			}
			slices.Sort(all)
			return fmt.Sprintf("%.0f/%.0f ms", all[0], all[len(all)/2])
		}
		b.T.Logf("first picture of %s, min/median of %d on a processor %d times slower: %s after the navigation, %s after the document", name, turns, slowdown,
			of(func(p paint) float64 { return p.Start }), of(func(p paint) float64 { return p.Document }))
	}
}
