import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const { DOMAINS, BESIDE } = createRequire(resolve('package.json'))('./scripts/domains.cjs') as {
  readonly DOMAINS: readonly string[];
  readonly BESIDE: readonly (readonly string[])[];
};

const PAGE = readFileSync('docs/architecture.md', 'utf8');

/** The text of a section, without its heading. */
const section = (heading: string): string =>
  PAGE.split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`))
    ?.slice(heading.length) ?? '';

/** The lines of the hub in the picture. */
const hub = (/^ *subgraph hub\[.*\n([\s\S]*?)^ *end$/m.exec(section('Modules'))?.[1] ?? '')
  .trim()
  .split(/\n */);

/** The rows of the hub's domains as the arrows have them, the lowest first. */
const rows = (): string[][] => {
  const arrows = hub.filter((line) => line.includes('-->')).flatMap((line) => line.split(' --> '));
  return arrows.reverse().map((row) => row.split(' & '));
};

/** Paths in backticks that the walks name. */
const walked = [...section('Three walks').matchAll(/`([^\s`]+\/[^\s`]+)`/g)]
  .map(([, path = '']) => path)
  .filter((path) => !/^[/…]/.test(path));

describe('the domains of the hub', () => {
  it('are the folders of src/hub', () => {
    const folders = readdirSync('src/hub', { withFileTypes: true });
    expect(folders.filter((entry) => !entry.isDirectory())).toEqual([]);
    expect(folders.map(({ name }) => name).sort()).toEqual([...DOMAINS].sort());
  });

  it('are in the picture of docs/architecture.md, in their order', () => {
    const nodes = hub.flatMap((line) => /^([a-z]+)\["/.exec(line)?.[1] ?? []);
    expect(nodes).toEqual(DOMAINS);
  });

  it('have the arrows of the import rules, and share a row if neither may import the other', () => {
    expect(rows().flat()).toEqual(DOMAINS);
    expect(rows().filter((row) => row.length > 1)).toEqual(BESIDE);
  });

  it('are in the table of folders, in their order', () => {
    const listed = [...section('Folders').matchAll(/^\| `src\/hub\/([a-z-]+)`/gm)];
    expect(listed.map(([, name]) => name)).toEqual(DOMAINS);
  });
});

describe('what is arranged by domain', () => {
  /** Names without what is beside the hub. */
  const domainsAmong = (names: readonly string[]): string[] => names.filter((name) => DOMAINS.includes(name));

  it('are the items of the contract, in the order of the domains', () => {
    const headings = [...readFileSync('docs/contract/hub.md', 'utf8').matchAll(/^## (.+)$/gm)];
    const names = headings.map(([, heading = '']) => heading.toLowerCase());
    expect(names.filter((name) => !DOMAINS.includes(name))).toEqual(['grc', 'reports']);
    expect(domainsAmong(names)).toEqual(DOMAINS.filter((name) => names.includes(name)));
  });

  it('are the tests at the edge of the hub', () => {
    const entries = readdirSync('test/api/hub', { withFileTypes: true });
    expect(entries.filter((entry) => !entry.isDirectory())).toEqual([]);
    const names = entries.map(({ name }) => name);
    expect(domainsAmong(names)).toEqual(names);
  });
});

describe('docs/architecture.md', () => {
  it('names files that exist in its walks', () => {
    expect(walked.length).toBeGreaterThan(30);
    expect(walked.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names folders that exist in its table', () => {
    const folders = [...section('Folders').matchAll(/^\| `([^`]+)`/gm)].map(([, path = '']) => path);
    expect(folders.length).toBeGreaterThan(30);
    expect(folders.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has a folder of src in the table for each module', () => {
    const modules = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const missing = modules.filter(({ name }) => !section('Folders').includes(`\`src/${name}`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('is short enough to be read', () => {
    expect(PAGE.split(/\s+/).length).toBeLessThanOrEqual(1500);
  });
});
