'use strict'
// All cells in one typed array, counted from 1; digits come and go by ++ and -=.
const a = new Uint8Array(82)
const fits = (at, d) => {
  const i = at - 1
  for (let k = 0; k < 81; k++)
    if (a[k + 1] === d && ((k / 9 | 0) === (i / 9 | 0) || k % 9 === i % 9 || (k / 27 | 0) === (i / 27 | 0) && (k % 9 / 3 | 0) === (i % 9 / 3 | 0))) return false
  return true
}
function search(i) {
  while (i <= 81 && a[i]) i++
  if (i > 81) return true
  for (let d = 1; d <= 9; d++) if (fits(i, d)) {
    a[i] += d
    if (search(i)) return true
    a[i] -= d
  }
  return false
}
for (const line of require('fs').readFileSync(0, 'utf8').split('\n')) {
  if (line[0] === 'e') break
  a.fill(0)
  a.set([...line].map((c) => c === '.' ? 0 : +c), 1)
  search(1)
  console.log(a.slice(1).join(''))
}
