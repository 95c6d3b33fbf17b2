import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readZip } from '../src/archives/read-zip.js';
import { ARCHIVES, generatedZip, SEED } from './support/generated-zips.js';
import {
  keepsModes,
  ownFiles,
  programFiles,
  sameFiles,
  saved,
  takes,
  type FileSet,
  type Program,
} from './support/zip-programs.js';

const PROGRAMS: readonly Program[] = ['Python', 'unzip', 'libarchive', 'libarchive, as a stream'];

let folder: string;
let paths: readonly string[];
let own: readonly FileSet[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-readers-'));
  paths = await saved(
    fc.sample(generatedZip, { numRuns: ARCHIVES, seed: SEED }),
    join(folder, 'zips'),
    '.zip',
  );
  const sets: FileSet[] = [];
  for (const path of paths) sets.push(await ownFiles(path, readZip));
  own = sets;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a zip that is read', () => {
  it.each(PROGRAMS)('is the same files to %s', async (program) => {
    const read = paths.filter((_path, at) => takes(program, own[at]));
    const expected = own.filter((files) => takes(program, files));
    const found = await programFiles(read, join(folder, program), program);
    const different = read.flatMap((path, at) =>
      sameFiles(expected[at], found[at], { modes: keepsModes(program) })
        ? []
        : [{ path, own: expected[at], found: found[at] }],
    );
    const refused = own.filter((files) => files === undefined).length;
    console.info(
      `${ARCHIVES} zips (seed ${SEED}), ${program}: ${read.length - different.length} equal, ${refused} refused`,
    );
    expect(different.slice(0, 3)).toEqual([]);
    expect(read.length).toBeGreaterThan(ARCHIVES / 6);
  });
});
