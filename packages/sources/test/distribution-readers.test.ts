import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Packing } from '../src/pypi/distribution.js';
import { readDistribution } from '../src/pypi/read-distribution.js';
import { SOURCE_LIMITS } from '../src/limits.js';
import { tarGzOf } from './support/archives.js';
import { generatedSdist, generatedWheel } from './support/generated-distributions.js';
import { ARCHIVES, SEED } from './support/generated-zips.js';
import {
  ownFiles,
  programFiles,
  sameFiles,
  saved,
  type FileSet,
  type Program,
} from './support/zip-programs.js';

const SITE = 'lib/python3.99/site-packages/';
/** What pip writes itself. */
const OF_PIP = /\.dist-info\/(?:RECORD|INSTALLER|REQUESTED|direct_url\.json)$/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'distribution-readers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
/** The links of each archive that lead out of it: they are left out and named, and pip makes them. */
const links = new Map<string, readonly string[]>();
const own = (path: string, packing: Packing): Promise<FileSet> =>
  ownFiles(path, async (archive, spool) => {
    const read = await readDistribution(archive, packing, spool, { limits: SOURCE_LIMITS, signal });
    links.set(path, read.links);
    return read.files;
  });

/** Where pip puts a file of a wheel that lies at this path for the analysis. */
const installed = (path: string): string =>
  path.startsWith('demo-1.0.data/data/') ? path.slice('demo-1.0.data/data/'.length) : `${SITE}${path}`;

const mapped = (files: FileSet, place: (path: string) => string): FileSet =>
  files && Object.fromEntries(Object.entries(files).map(([path, content]) => [place(path), content]));
const without = (files: FileSet, isLeftOut: (path: string) => boolean): FileSet =>
  files && Object.fromEntries(Object.entries(files).filter(([path]) => !isLeftOut(path)));

/** Compares what we find in archives with what pip makes of them. */
async function compare(
  what: string,
  paths: readonly string[],
  sets: readonly FileSet[],
  program: Program,
): Promise<void> {
  const read = paths.filter((_path, at) => sets[at] !== undefined);
  const expected = sets.filter((files) => files !== undefined);
  const found = await programFiles(read, join(folder, program), program);
  const different = expected.flatMap((files, at) => {
    const leftOut = links.get(read[at] ?? '') ?? [];
    const here = without(files, (path) => OF_PIP.test(path));
    const there = without(found[at], (path) => OF_PIP.test(path) || leftOut.includes(path));
    return sameFiles(here, there, { modes: true }) ? [] : [{ path: read[at], own: here, found: there }];
  });
  const equal = read.length - different.length;
  console.info(
    `${paths.length} ${what} (seed ${SEED}), pip: ${equal} equal, ${paths.length - read.length} refused`,
  );
  expect(different.slice(0, 3)).toEqual([]);
  expect(read.length).toBeGreaterThan(paths.length / 4);
}

describe('a distribution of Python that is read', () => {
  it('is the same files to pip, as a wheel', async () => {
    const wheels = fc.sample(generatedWheel, { numRuns: ARCHIVES, seed: SEED });
    // pip reads name and version from the name of the file.
    const paths = await saved(wheels, join(folder, 'wheels'), '.whl');
    const sets: FileSet[] = [];
    for (const path of paths) sets.push(mapped(await own(path, 'wheel'), installed));
    await compare('wheels', paths, sets, 'pip, of a wheel');
  });

  it('is the same files to pip, as a source distribution', async () => {
    const archives: Buffer[] = [];
    for (const entries of fc.sample(generatedSdist, { numRuns: ARCHIVES, seed: SEED }))
      archives.push(await tarGzOf(entries));
    const paths = await saved(archives, join(folder, 'sdists'), '.tar.gz');
    const sets: FileSet[] = [];
    for (const path of paths) sets.push(await own(path, 'tar'));
    await compare('source distributions', paths, sets, 'pip, of a source distribution');
  });
});
