// The page can be read without its scripts. They add: the reader's language, filters, values under the
// pointer, the choice of sources and cases, and the replay. Each view is given its own part of the page.
import { complete, painted } from "./common.js";
import { startSwitches, inLanguage, startNav, openTarget } from "./switches.js";
import { startFilters, startSheets } from "./verdicts.js";
import { startPlots } from "./plots.js";
import { startStage } from "./stage.js";
import { startSearches } from "./searches.js";
import { startGlance } from "./glance.js";
import { startInsight } from "./insight.js";

const section = id => document.getElementById(id);

async function startPage() {
  await painted();
  const data = JSON.parse(section("data").textContent);
  startSwitches(document.body, data.say);
  await startStage(section("stage"), data, { walks: true }); // it is what one came for
  await complete(document);
  inLanguage(document);
  startNav(document.body);
  if (section("verdicts")) startFilters(section("verdicts"));
  if (section("answers")) startSheets(section("answers"), section("verdicts"));
  const plotted = section("plots") && startPlots(section("plots"), section("tip"), data.tips);
  if (section("glance")) startGlance(section("glance"), section("verdicts"), section("tip"));
  addEventListener("hashchange", openTarget);
  addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details:not(.more), .failed")) d.open = true });
  openTarget();
  await Promise.all([plotted, startSearches(section("search"), data.searches, { walks: !data.puzzles?.length }), startInsight(section("insight"))]);
  document.documentElement.classList.add("ready");
}

startPage();
