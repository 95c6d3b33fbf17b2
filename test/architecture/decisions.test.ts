import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const INDEX = 'docs/decisions/README.md';

/** Paths that a record gives as examples of other programs' files. */
const EXAMPLES = new Set(['package/index.js', 'pkg/server.py', 'src/pkg/server.py', 'test/index.js']);

/** A path of ours in backticks: below a folder that the repository or a package has, or a source file. */
const PATH =
  /`((?:(?:src|packages|test|scripts|docs|bench)\/[\w./*-]+)|(?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|cjs|js|py))`/g;

const records = globSync(['docs/decisions/[0-9]*.md', 'packages/*/docs/decisions/[0-9]*.md']).sort();
const text = (path: string): string => readFileSync(path, 'utf8');
const title = (path: string): string => text(path).split('\n', 1)[0]?.replace('# ', '') ?? '';

/** Where a record may count a path from: the repository, its sources and the packages. */
const ROOTS = [
  '.',
  'src',
  'packages/analyzer',
  'packages/analyzer/src',
  'packages/sources/src',
  'packages/dashboard',
];
const isThere = (path: string): boolean =>
  ROOTS.some((root) => existsSync(join(root, path)) || globSync(join(root, path)).length > 0);

/** The entries of the index: the path of a record, and what the link says. */
const entries = [...text(INDEX).matchAll(/^- \[(.+)\]\((\S+\.md)\)( \(superseded by .+\))?$/gm)].map(
  ([, said = '', path = '']) => ({ said, path: normalize(join('docs/decisions', path)) }),
);

describe('the index of decisions', () => {
  it('names each record once', () => {
    expect(entries.map(({ path }) => path).sort()).toEqual(records);
  });

  it('gives each record its own title', () => {
    expect(entries.map(({ said }) => said)).toEqual(entries.map(({ path }) => title(path)));
  });

  it('has the numbers of the files, in order under each heading', () => {
    const numbers = text(INDEX)
      .split(/^## /m)
      .map((part) => [...part.matchAll(/^- \[(\d+)\. /gm)].map(([, number]) => Number(number)));
    for (const list of numbers) expect(list).toEqual([...list].sort((a, b) => a - b));
    for (const path of records)
      expect(title(path)).toMatch(new RegExp(`^${Number(basename(path).slice(0, 4))}\\. `));
  });
});

describe('decisions', () => {
  it('name files that exist', () => {
    const paths = records.flatMap((record) =>
      [...text(record).matchAll(PATH)].map(([, path = '']) => ({ record, path })),
    );
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter(({ path }) => !EXAMPLES.has(path) && !isThere(path))).toEqual([]);
  });
});
