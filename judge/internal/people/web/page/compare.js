// Submissions side by side.
import { startSections } from "./sections.js";

document.documentElement.classList.add("scripted");
startSections();
