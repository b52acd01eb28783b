// The page of a class is a table; the reader's language and colours are all that moves.
import { chooseSwitches } from "./choose.js";
import { startSwitches } from "./switches.js";

document.documentElement.classList.add("scripted");
chooseSwitches(document.body);
startSwitches(document.body, {});
