const TOKEN = /\s*([0-9]+(?:\.[0-9]+)?|[A-Z]+|[-+*\/(),])/y;

function tokenize(text) {
  const out = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const m = TOKEN.exec(text);
    if (!m) throw new Error(`unexpected character at ${at}`);
    out.push(m[1]);
  }
  return out;
}

export function evaluateFormula(text, functions) {
  const toks = tokenize(text.trim());
  let i = 0;
  let depth = 0;
  const expect = (t) => {
    if (toks[i++] !== t) throw new Error(`expected ${t}`);
  };
  function atom() {
    if (++depth > 64) throw new Error('nested too deeply');
    try {
      const t = toks[i++];
      if (t === undefined) throw new Error('unexpected end');
      if (t === '-') return -atom();
      if (t === '(') {
        const v = sum();
        expect(')');
        return v;
      }
      if (/^[0-9]/.test(t)) return Number(t);
      if (Object.hasOwn(functions, t)) {
        expect('(');
        const args = [sum()];
        while (toks[i] === ',') {
          i++;
          args.push(sum());
        }
        expect(')');
        return functions[t](...args);
      }
      throw new Error(`unknown name ${t}`);
    } finally {
      depth--;
    }
  }
  function product() {
    let v = atom();
    while (toks[i] === '*' || toks[i] === '/') v = toks[i++] === '*' ? v * atom() : v / atom();
    return v;
  }
  function sum() {
    let v = product();
    while (toks[i] === '+' || toks[i] === '-') v = toks[i++] === '+' ? v + product() : v - product();
    return v;
  }
  const value = sum();
  if (i !== toks.length) throw new Error('trailing input');
  return value;
}
