import { describe, expect, it } from '@jest/globals';
import { groupFindings, toolsOf } from './finding-groups.ts';
import type { Finding } from './mcp.queries.ts';

const finding = (fingerprint: string, group?: string, tools: string[] = []): Finding =>
  ({
    fingerprint,
    ...(group !== undefined && { group }),
    mcp_context: { tool_name: tools[0] ?? null, ...(tools.length > 1 && { tool_names: tools }) },
  }) as Finding;

describe('groupFindings', () => {
  it('keeps the order of the worst finding of each group', () => {
    const groups = groupFindings([finding('a', 'x'), finding('b'), finding('c', 'x'), finding('d')]);
    expect(groups.map(({ findings }) => findings.map(({ fingerprint }) => fingerprint))).toEqual([
      ['a', 'c'],
      ['b'],
      ['d'],
    ]);
  });
});

describe('toolsOf', () => {
  it('names each tool once', () => {
    expect(toolsOf([finding('a', 'x', ['run', 'ping']), finding('b', 'x', ['ping']), finding('c')])).toEqual([
      'run',
      'ping',
    ]);
  });
});
