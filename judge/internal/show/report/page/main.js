// The page can be read without its scripts. They add: the reader's language, filters, values under the
// pointer, the choice of sources and cases, and the replay. Each view is given its own part of the page.
import { startSwitches, startNav, openTarget } from "./switches.js";
import { startFilters, startSheets } from "./verdicts.js";
import { startPlots } from "./plots.js";
import { startSources } from "./sources.js";
import { startReplay } from "./player.js";
import { startGlance } from "./glance.js";

const section = id => document.getElementById(id);

// painted waits for the first picture. A page in a hidden tab is not painted, so there it does not wait.
const painted = () => new Promise(done => {
  new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  setTimeout(done, document.hidden ? 0 : 500);
});

// What stands below the first picture is plain text until that is painted: it can be read without scripts, and costs
// nothing before.
async function startPage() {
  await painted();
  for (const part of document.querySelectorAll("noscript.later")) part.outerHTML = part.textContent;
  const data = JSON.parse(section("data").textContent);
  startSwitches(document.body, data.say);
  startNav(document.body);
  if (section("verdicts")) startFilters(section("verdicts"));
  if (section("answers")) startSheets(section("answers"), section("verdicts"));
  const plotted = section("plots") && startPlots(section("plots"), section("tip"), data.tips);
  if (section("glance")) startGlance(section("glance"), section("verdicts"), section("tip"));
  startSources(section("source"), data.heat, data.cases, data.puzzles);
  addEventListener("hashchange", openTarget);
  addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details:not(.more), .failed")) d.open = true });
  openTarget();
  await Promise.all([plotted, startReplay(section("replay"), data.puzzles, { walks: true })]);
  document.documentElement.classList.add("ready");
}

startPage();
