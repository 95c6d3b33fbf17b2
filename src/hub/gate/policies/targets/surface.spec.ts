import type { OfferedItem, OfferedItems } from '@mcp-hub/analyzer';
import { describe, expect, it } from '@jest/globals';
import type { McpFacts } from '../mcp-facts.js';
import type { DeclaredFacts } from '../declared-facts.js';
import type { SurfaceFacts } from '../surface-facts.js';
import { surface } from './surface.js';

const item = (name: string, digest = '1', text: string | null = null): OfferedItem => ({
  name,
  text,
  digest,
});
const offered = (change: Partial<OfferedItems> = {}): OfferedItems => ({
  tools: [item('read', '1', 't')],
  prompts: [],
  resources: [],
  instructions: [],
  ...change,
});

const target = surface.parse('unchanged');
const match = (facts: SurfaceFacts | null) =>
  target?.match({ surface: facts } as McpFacts, new Date('2026-01-31T12:00:00Z'));
const compared = (was: OfferedItems | null, is: OfferedItems | null) =>
  match({ isCertified: true, before: { version: '1.0.0', isEqual: false, was, is } });

describe('SURFACE unchanged', () => {
  it('matches what is not known, but not for certain', () => {
    for (const found of [
      match(null),
      match({ isCertified: false, before: null }),
      compared(null, offered()),
      compared(offered(), null),
    ])
      expect(found?.certain).toBe(false);
    expect(compared(null, offered())?.because).toContain('the version 1.0.0 before it');
  });

  it('matches equal code that computes names, but not for certain', () => {
    const before = { version: '1.0.0', isEqual: true, was: null, is: null };
    const computed = match({ isCertified: true, before, isUnnamed: true });
    expect(computed).toEqual({
      certain: false,
      because: expect.stringMatching(/^the version computes names/),
    });
    const compares = { version: '1.0.0', isEqual: false, was: offered(), is: offered() };
    expect(match({ isCertified: true, before: compares, isUnnamed: true })).toEqual(computed);
  });

  it('does not match the first certified version, nor one that offers the same', () => {
    expect(match({ isCertified: true, before: null })).toBeUndefined();
    const before = { version: '1.0.0', isEqual: true, was: null, is: null };
    expect(match({ isCertified: false, before })).toBeUndefined();
    expect(compared(offered(), offered())).toBeUndefined();
  });

  it.each<[string, Partial<OfferedItems>]>([
    ['the tool write is new', { tools: [item('read', '1', 't'), item('write')] }],
    ['the tool read is gone', { tools: [] }],
    ['the tool read is changed in its text', { tools: [item('read', '2', 'u')] }],
    ['the tool read is changed', { tools: [item('read', '2', 't')] }],
    ['a tool without a constant name is new', { tools: [item('read', '1', 't'), item('')] }],
    ['the prompt greet is new', { prompts: [item('greet')] }],
    ['the resource file is new', { resources: [item('file')] }],
    ['the instructions are new', { instructions: [item('')] }],
  ])('says that %s', (because, change) => {
    expect(compared(offered(), offered(change))).toEqual({
      certain: true,
      because: `${because}, compared with 1.0.0`,
    });
  });

  it('names a few of many changes', () => {
    const tools = Array.from({ length: 9 }, (_, index) => item(`tool-${index}`));
    const reason = compared(offered({ tools: [] }), offered({ tools }))?.because ?? '';
    expect(reason).toContain('the tool tool-4 is new, and 4 more, compared with 1.0.0');
    expect(reason).not.toContain('tool-5');
  });
});

describe('SURFACE declared', () => {
  const names = (change: Partial<NonNullable<DeclaredFacts['tools']>> = {}) => ({
    isDeclared: true,
    generated: false,
    only_in_manifest: [],
    only_in_code: [],
    unnamed_in_code: false,
    ...change,
  });
  const matchOf = (declared: DeclaredFacts | null) =>
    surface.parse('declared')?.match({ declared } as McpFacts, new Date('2026-01-31T12:00:00Z'));
  const ofTools = (change: Parameters<typeof names>[0]) =>
    matchOf({ tools: names(change), prompts: names() });

  it('does not match a manifest with the names of the code, nor a version without one', () => {
    expect(ofTools({})).toBeUndefined();
    expect(matchOf({ tools: null, prompts: null })).toBeUndefined();
    expect(ofTools({ isDeclared: false, unnamed_in_code: true })).toBeUndefined();
    expect(ofTools({ generated: true, only_in_code: ['more'], unnamed_in_code: true })).toBeUndefined();
  });

  it.each([
    [
      { only_in_manifest: ['gone'], only_in_code: ['more'] },
      true,
      'the manifest names the tool gone, which the code does not have, the manifest does not name the tool more',
    ],
    [
      { only_in_manifest: ['gone'], generated: true },
      true,
      'the manifest names the tool gone, which the code does not have',
    ],
    [
      { only_in_manifest: ['gone'], unnamed_in_code: true },
      false,
      'the manifest names the tool gone, which the code may not have, as it computes names',
    ],
    [
      { only_in_manifest: ['gone'], only_in_code: ['more'], unnamed_in_code: true },
      true,
      'the manifest does not name the tool more',
    ],
    [{ unnamed_in_code: true }, false, 'the code computes names of tools, which the manifest may not name'],
  ])('of %j is certain: %s', (change, certain, because) => {
    expect(ofTools(change)).toEqual({ certain, because });
  });

  it('says the same of prompts, and matches what is not known', () => {
    expect(matchOf({ tools: names(), prompts: names({ only_in_code: ['greet'] }) })?.because).toBe(
      'the manifest does not name the prompt greet',
    );
    expect(matchOf(null)?.certain).toBe(false);
  });

  it('names a few of many differences', () => {
    const many = Array.from({ length: 9 }, (_, index) => `tool-${index}`);
    expect(ofTools({ only_in_code: many })?.because).toContain('the tool tool-4, and 4 more');
  });
});
