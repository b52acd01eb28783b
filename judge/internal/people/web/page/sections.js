// Starts the scripts of the parts of a report that a page shows.
import { complete, learn } from "./report/common.js";
import { startPlots } from "./report/plots.js";
import { startSearches } from "./report/searches.js";
import { startStage } from "./report/stage.js";
import { startInsight } from "./report/insight.js";
import { inLanguage, openTarget } from "./report/switches.js";
import { startFilters } from "./report/verdicts.js";

const id = (name) => document.getElementById(name);

// startSections starts the parts on this page with their data.
export async function startSections() {
  const data = JSON.parse(id("data")?.textContent || "{}"), main = document.querySelector("main");
  learn(data.say || {});
  await startStage(id("stage"), data, { walks: true }); // it is what one came for
  await complete(main);
  inLanguage(main); // a report does it with its own switch, which this page does not have
  if (id("verdicts")) startFilters(id("verdicts"));
  if (id("plots")) startPlots(id("plots"), id("tip"), data.tips);
  await Promise.all([startSearches(id("search"), data.searches, { walks: !data.puzzles?.length }), startInsight(id("insight"))]);
  document.documentElement.classList.add("ready");
}

addEventListener("hashchange", openTarget);
