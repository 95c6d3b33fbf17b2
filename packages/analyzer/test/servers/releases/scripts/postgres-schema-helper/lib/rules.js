const RESERVED = new Set(['user', 'order', 'group', 'table', 'select', 'where', 'limit']);

const rules = [
  ['lower-case', (n) => n === n.toLowerCase(), 'use lower case letters only'],
  ['no-reserved-word', (n) => !RESERVED.has(n.toLowerCase()), 'is a reserved word'],
  ['length', (n) => n.length <= 63, 'is longer than 63 characters'],
  ['characters', (n) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(n), 'holds unusual characters'],
];

export function lint(names) {
  const findings = [];
  for (const name of names) {
    for (const [rule, ok, message] of rules) {
      if (!ok(name)) findings.push({ name, rule, message });
    }
  }
  return findings;
}

export const ruleNames = rules.map(([r]) => r);
