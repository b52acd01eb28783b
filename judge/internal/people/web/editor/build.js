// Bundles editor.js into the first file, and writes the licences of its parts into the second. scripts/editor calls it.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const [, , bundle, licences] = process.argv;
const { metafile } = await build({
  entryPoints: ["editor.js"], outfile: bundle, bundle: true, minify: true, format: "esm", target: "es2022",
  charset: "ascii", legalComments: "none", metafile: true, logLevel: "warning",
  banner: { js: "// CodeMirror 6 and its languages, MIT: the licences are in editor/LICENSES. Made by scripts/editor." },
});

const packages = new Set(Object.keys(metafile.inputs).map(path => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean));
const texts = [...packages].sort().map(name => {
  const folder = "node_modules/" + name, { version, license } = JSON.parse(readFileSync(folder + "/package.json"));
  const file = readdirSync(folder).find(f => /^licen[cs]e/i.test(f));
  if (!file) throw new Error(`${name}: it has no file with its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
writeFileSync(licences, texts.join("\n" + "-".repeat(80) + "\n\n"));
