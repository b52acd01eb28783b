// Submissions side by side.
import { startSections } from "./sections.js";

startSections();
