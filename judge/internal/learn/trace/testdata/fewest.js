const row = new Int32Array(9), col = new Int32Array(9), box = new Int32Array(9);
const ones = Array.from({ length: 512 }, (_, m) => m.toString(2).split('1').length - 1);
let grid;

function search() {
  let best = 10, r, c;
  grid.forEach((line, i) => line.forEach((d, j) => {
    const n = d ? 10 : ones[row[i] & col[j] & box[(i / 3 | 0) * 3 + (j / 3 | 0)]];
    if (n < best) [best, r, c] = [n, i, j];
  }));
  if (best === 10) return true;
  const b = (r / 3 | 0) * 3 + (c / 3 | 0);
  for (let m = row[r] & col[c] & box[b]; m; m &= m - 1) {
    const bit = m & -m;
    grid[r][c] = 32 - Math.clz32(bit);
    row[r] ^= bit; col[c] ^= bit; box[b] ^= bit;
    if (search()) return true;
    row[r] ^= bit; col[c] ^= bit; box[b] ^= bit;
    grid[r][c] = 0;
  }
  return false;
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'end') return;
  for (const unit of [row, col, box]) unit.fill(511);
  grid = [...Array(9).keys()].map((r) => [...line.slice(9 * r, 9 * r + 9)].map((x) => +x || 0));
  grid.forEach((cells, r) => cells.forEach((d, c) => {
    if (d) for (const [unit, k] of [[row, r], [col, c], [box, (r / 3 | 0) * 3 + (c / 3 | 0)]]) unit[k] ^= 1 << d - 1;
  }));
  search();
  console.log(grid.flat().join(''));
});
