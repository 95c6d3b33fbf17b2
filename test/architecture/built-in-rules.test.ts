import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { BUILT_IN_RULES } from '@mcp-hub/client-configurations';

const ROW = /^ *\| `(\d{12})` +\| `([^`]+)` +\| [^|]+ \| +(?:`(\w+)`)? +\|$/;

/** The rows of the contract's table of built-in rules: the end of the id, the name, and the id in SARIF. */
const documented = readFileSync('docs/contract/hub.md', 'utf8')
  .split('\n')
  .map((line) => ROW.exec(line)?.slice(1))
  .filter((row) => row !== undefined);

it('names every built-in rule of the gate in the contract, with its id', () => {
  const rules = Object.values(BUILT_IN_RULES).map(({ id, name }) => [id, name]);
  const rows = documented.map(([id, name]) => [`00000000-0000-4000-8000-${id}`, `Built-in rule: ${name}`]);
  expect(rows).toEqual(rules);
});

it('names a rule in SARIF as the code does', () => {
  const keys = Object.keys(BUILT_IN_RULES);
  const wrong = documented.filter(([, , sarif], index) => sarif !== undefined && sarif !== keys[index]);
  expect(wrong).toEqual([]);
});
