// The page of a class is a table. The script only switches its language and its colours.
import { chooseSwitches } from "./choose.js";
import { startSwitches } from "./switches.js";

document.documentElement.classList.add("scripted");
chooseSwitches(document.body);
startSwitches(document.body, {});
