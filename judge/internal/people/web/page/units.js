// Times and sizes as the judge writes them elsewhere.
const figures = (x, unit) => x.toFixed(x < 9.995 ? 2 : x < 99.95 ? 1 : 0) + " " + unit;
export const milliseconds = (ms) => ms < 999.5 ? figures(ms, "ms") : figures(ms / 1000, "s");

export function size(kib) {
  const units = ["KiB", "MiB", "GiB"];
  let n = kib;
  for (; n >= 1024 && units.length > 1; n /= 1024) units.shift();
  return (n >= 99.95 || Number.isInteger(n) ? n.toFixed(0) : n.toFixed(1)) + " " + units[0];
}
