export { indentUnit } from "@codemirror/language";
