import { describe } from '@jest/globals';
import { flows, goHandler, lines } from './support/flow-rows.js';

const CHECK = 'if (!/^[a-z]+$/.test(i)) throw new Error();';

const handler = (...body: string[]): string => lines('function handler(items, mode) {', ...body, '}');

const goCheck = 'if !regexp.MustCompile(`^[a-z]+$`).MatchString(i) { return nil }';

const go = (...body: string[]): string =>
  goHandler('regexp strings', '', 'items := strings.Split(x, ",")', ...body, 'sink(items[0])');

describe('the checks of a loop do not apply to items that it skips', () => {
  flows('javascript', [
    [
      'by `continue` within a switch',
      'harmful',
      'SHELL',
      handler(
        'for (const i of items) {',
        '  switch (mode) { case "a": continue; }',
        CHECK,
        '}',
        'sink("ls " + items[0]);',
      ),
    ],
    [
      'by `continue` with a label',
      'harmful',
      'SHELL',
      handler(
        'outer: for (const i of items) {',
        '  for (const q of [1, 2]) { if (mode === "a") continue outer; }',
        CHECK,
        '}',
        'sink("ls " + items[0]);',
      ),
    ],
    [
      'by `break` with a label',
      'harmful',
      'SHELL',
      handler(
        'outer: for (const i of items) {',
        '  for (const q of [1, 2]) { if (mode === "a") break outer; }',
        CHECK,
        '}',
        'sink("ls " + items[0]);',
      ),
    ],
    [
      'by `break` with a label at the end of a case',
      'harmful',
      'SHELL',
      handler(
        'outer: for (const i of items) {',
        '  switch (mode) { case "a": break outer; }',
        CHECK,
        '}',
        'sink("ls " + items[0]);',
      ),
    ],
    [
      'by `break` in a loop with a label',
      'harmful',
      'SHELL',
      handler(
        'outer: for (const i of items) {',
        '  if (mode === "a") break;',
        CHECK,
        '}',
        'sink("ls " + items[0]);',
      ),
    ],
    [
      'by none of these: an inner loop or switch is left',
      'harmless',
      'SHELL',
      handler(
        'outer: for (const i of items) {',
        '  for (const q of [1, 2]) { if (mode === "a") continue; else break; }',
        '  inner: for (const q of [1, 2]) for (const p of [1, 2]) { if (mode === "b") continue inner; }',
        '  switch (mode) { case "a": if (items.length > 3) break; default: break; }',
        CHECK,
        '}',
        'sink("ls " + items[0]);',
      ),
    ],
  ]);

  flows('go', [
    [
      'by `continue` with a label',
      'harmful',
      'SHELL',
      go(
        'outer:',
        'for _, i := range items {',
        'for n := 0; n < 2; n++ { if len(x) > 3 { continue outer } }',
        goCheck,
        '}',
      ),
    ],
    [
      'by `break` with the label of a loop with an init',
      'harmful',
      'SHELL',
      go(
        'outer:',
        'for n := 0; n < 2; n++ {',
        'for _, i := range items { if len(x) > 3 { break outer }; ' + goCheck + ' }',
        '}',
      ),
    ],
    [
      'by `break` out of a select within it',
      'harmful',
      'SHELL',
      go('outer:', 'for _, i := range items {', 'switch { case len(x) > 3: break outer }', goCheck, '}'),
    ],
    [
      'by none of these: an inner switch is left by its label',
      'harmless',
      'SHELL',
      go(
        'for _, i := range items {',
        'inner:',
        'switch { case len(x) > 3: for n := 0; n < 2; n++ { if n > 0 { break inner } } }',
        goCheck,
        '}',
      ),
    ],
  ]);
});
