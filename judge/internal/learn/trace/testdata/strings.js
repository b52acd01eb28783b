function go(s) {
  const i = s.indexOf('.');
  if (i < 0) return s;
  for (const d of '123456789') {
    let free = true;
    for (let k = 0; k < 81; k++) {
      if (s[k] !== d) continue;
      if (Math.floor(k / 9) === Math.floor(i / 9) || k % 9 === i % 9) free = false;
      else if (Math.floor(k / 27) === Math.floor(i / 27) && Math.floor(k % 9 / 3) === Math.floor(i % 9 / 3)) free = false;
    }
    const solved = free ? go(s.substring(0, i) + d + s.substring(i + 1)) : null;
    if (solved) return solved;
  }
  return null;
}

let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
  for (const line of text.trim().split('\n')) if (line !== 'end') console.log(go(line));
});
