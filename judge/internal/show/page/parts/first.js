// The part of the script that must run before the first picture.
import { chooseSwitches } from "./choose.js";

document.documentElement.classList.add("scripted");
chooseSwitches(document.body);
