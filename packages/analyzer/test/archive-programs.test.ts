import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PROGRAMS, programFiles } from './support/archive-programs.js';
import { ownFiles, sameFiles, type FileSet } from './support/archive-readers.js';
import { ARCHIVES, generatedArchive, SEED } from './support/generated-archives.js';

let folder: string;
let archives: readonly Buffer[];
let own: readonly FileSet[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-programs-'));
  const sets: FileSet[] = [];
  archives = fc.sample(generatedArchive, { numRuns: ARCHIVES, seed: SEED });
  for (const archive of archives) sets.push(await ownFiles(archive, 'plain'));
  own = sets;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an archive that is read', () => {
  it.each(PROGRAMS)('is the same files to %s', async (program) => {
    const read = archives.filter((_archive, at) => own[at] !== undefined);
    const expected = own.filter((files) => files !== undefined);
    const found = await programFiles(read, join(folder, program), program);
    const different = read.flatMap((archive, at) =>
      sameFiles(expected[at], found[at])
        ? []
        : [{ archive: archive.toString('base64'), own: expected[at], found: found[at] }],
    );
    console.info(
      `${ARCHIVES} archives (seed ${SEED}), ${program}: ${read.length - different.length} equal, ${ARCHIVES - read.length} refused`,
    );
    expect(different.slice(0, 3)).toEqual([]);
    expect(read.length).toBeGreaterThan(ARCHIVES / 3);
  });
});
