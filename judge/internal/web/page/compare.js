// Two submissions or more side by side, with the scripts of a report's sections.
import { learn } from "./report/common.js";
import { startPlots } from "./report/plots.js";
import { openTarget } from "./report/switches.js";
import { startFilters } from "./report/verdicts.js";

document.documentElement.classList.add("scripted");
const data = JSON.parse(document.getElementById("data").textContent);
learn(data.say);
startFilters(document.getElementById("verdicts"));
startPlots(document.getElementById("plots"), document.getElementById("tip"));
addEventListener("hashchange", openTarget);
