import { describe } from '@jest/globals';
import { flows, goHandler, type Row } from '../../support/flow-rows.js';

const OK = `var ok = map[string]bool{"a": true, "b": true}
func check(x string) { if !ok[x] { panic("no") } }
func quiet(x string) { defer func() { recover() }(); if !ok[x] { panic("no") } }`;

const row = (name: string, outcome: 'harmful' | 'harmless', body: string[], bit: Row[2] = 'SHELL'): Row => [
  name,
  outcome,
  bit,
  goHandler('path/filepath strings', OK, ...body),
];

describe('insufficient checks in Go', () => {
  flows('go', [
    row('its ending', 'harmful', ['if filepath.Ext(x) != ".md" {', '\treturn nil', '}', 'sink(x)'], 'PATH'),
    row('itself', 'harmless', ['if x != ".md" {', '\treturn nil', '}', 'sink(x)'], 'PATH'),
    row(
      'a separator',
      'harmless',
      ['if strings.Contains(x, string(filepath.Separator)) {', '\treturn nil', '}', 'sink(x)'],
      'PATH',
    ),
    row(
      'a backslash alone',
      'harmful',
      ['if strings.Contains(x, "\\\\") {', '\treturn nil', '}', 'sink(x)'],
      'PATH',
    ),
    row('by another routine', 'harmful', ['go func() { check(x) }()', 'sink(x)']),
    row('at the end', 'harmful', ['defer func() { check(x) }()', 'sink(x)']),
    row('at once', 'harmless', ['func() { check(x) }()', 'sink(x)']),
    row('a panic that is dealt with', 'harmful', ['quiet(x)', 'sink(x)']),
    row('a panic', 'harmless', ['check(x)', 'sink(x)']),
    row('all but the first', 'harmful', [
      'l := strings.Split(x, " ")',
      'for _, p := range l[1:] {',
      '\tcheck(p)',
      '}',
      'sink(l[0])',
    ]),
    row('all', 'harmless', [
      'l := strings.Split(x, " ")',
      'for _, p := range l {',
      '\tcheck(p)',
      '}',
      'sink(l[0])',
    ]),
  ]);
});
