import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { movedFindings, type Movable } from './moved-findings.js';

const at = (
  path: string,
  change: Partial<{ line: number; code: string; tool: string; rule: string }> = {},
): Movable => {
  const { line = 3, code = 'exec(command)', tool = 'run', rule = 'MCP-A001' } = change;
  return {
    fingerprint: `${rule} ${path}:${line} ${tool} ${code}`,
    rule_id: rule,
    description: 'The text reaches a shell.',
    location: { file_path: path, start_line: line, end_line: line, snippet: code },
    mcp_context: { tool_name: tool, tool_names: [tool], resource_uri: null, handler_name: null },
    trace: [{ file_path: path, line, message: 'reaches exec' }],
  };
};

const places = (lost: readonly Movable[], gained: readonly Movable[]): string[] => {
  const pathOf = new Map(
    [...lost, ...gained].map((each) => [
      each.fingerprint,
      `${each.location.file_path}:${each.location.start_line}`,
    ]),
  );
  return movedFindings(lost, gained).map(({ from, to }) => `${pathOf.get(from)} > ${pathOf.get(to)}`);
};

describe('findings that have moved', () => {
  it('have the rule, sink and code that they had, at another path and line', () => {
    expect(places([at('a.js')], [at('src/b.js', { line: 9 })])).toEqual(['a.js:3 > src/b.js:9']);
    expect(
      places([at('a.js', { code: 'exec( command )' })], [at('b.js', { code: 'exec(\n  command )' })]),
    ).toEqual(['a.js:3 > b.js:3']);
    for (const change of [{ rule: 'MCP-A002' }, { code: 'exec(other)' }])
      expect(places([at('a.js')], [at('b.js', change)])).toEqual([]);
    const otherSink = { ...at('b.js'), trace: [{ file_path: 'b.js', line: 3, message: 'reaches spawn' }] };
    expect(places([at('a.js')], [otherSink])).toEqual([]);
  });

  it('are not those at the same path', () => {
    expect(places([at('a.js')], [at('a.js', { tool: 'other' })])).toEqual([]);
  });

  it('are not those whose code nobody sees', () => {
    const code = 'const key = "…";';
    expect(places([at('a.js', { code })], [at('b.js', { code })])).toEqual([]);
  });

  it('are matched by the ends of their paths when a folder is renamed', () => {
    expect(
      places([at('old/a/index.js'), at('old/b/index.js')], [at('new/b/index.js'), at('new/a/index.js')]),
    ).toEqual(['old/a/index.js:3 > new/a/index.js:3', 'old/b/index.js:3 > new/b/index.js:3']);
  });

  it('are matched by their tools, and in their order, when the paths say nothing', () => {
    expect(
      places(
        [at('a.js', { tool: 'x' }), at('b.js', { tool: 'y' })],
        [at('c.js', { tool: 'y' }), at('d.js', { tool: 'x' })],
      ),
    ).toEqual(['a.js:3 > d.js:3', 'b.js:3 > c.js:3']);
    expect(
      places([at('a.js'), at('a.js', { line: 8 })], [at('b.js', { line: 1 }), at('b.js', { line: 2 })]),
    ).toEqual(['a.js:3 > b.js:1', 'a.js:8 > b.js:2']);
  });

  it('stay unmatched when it could be several', () => {
    expect(places([at('a.js')], [at('b.js'), at('c.js')])).toEqual([]);
    expect(places([at('a.js'), at('b.js')], [at('c.js')])).toEqual([]);
    expect(places([at('x/a.js')], [at('y/a.js'), at('y/c.js')])).toEqual(['x/a.js:3 > y/a.js:3']);
  });

  it('are the same whatever the order of the findings, and each at most once', () => {
    const findings = fc.uniqueArray(
      fc
        .record({
          path: fc.constantFrom('a.js', 'b.js', 'x/a.js', 'y/a.js', 'x/b.js'),
          line: fc.integer({ min: 1, max: 3 }),
          code: fc.constantFrom('f(a)', 'g(a)'),
        })
        .map(({ path, ...rest }) => at(path, rest)),
      { selector: ({ fingerprint }) => fingerprint, maxLength: 8 },
    );
    fc.assert(
      fc.property(findings, findings, (one, other) => {
        const known = new Set(one.map(({ fingerprint }) => fingerprint));
        const gained = other.filter(({ fingerprint }) => !known.has(fingerprint));
        const moves = movedFindings(one, gained);
        expect(new Set(moves.map(({ from }) => from)).size).toBe(moves.length);
        expect(new Set(moves.map(({ to }) => to)).size).toBe(moves.length);
        expect(movedFindings([...one].reverse(), [...gained].reverse())).toEqual(moves);
      }),
    );
  });
});
