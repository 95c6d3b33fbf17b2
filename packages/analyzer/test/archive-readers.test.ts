import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ownFiles, npmFiles, sameFiles } from './support/archive-readers.js';
import { ARCHIVES, generatedArchive, SEED } from './support/generated-archives.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-readers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an archive that is read', () => {
  it('is the same files to npm', async () => {
    const counts = { equal: 0, refused: 0, 'refused by npm too': 0 };
    const different: object[] = [];
    for (const [at, archive] of fc.sample(generatedArchive, { numRuns: ARCHIVES, seed: SEED }).entries()) {
      const own = await ownFiles(archive, 'npm');
      const npm = await npmFiles(archive, join(folder, String(at)));
      if (own !== undefined) {
        if (sameFiles(own, npm)) counts.equal += 1;
        else different.push({ archive: archive.toString('base64'), own, npm });
      } else if (npm === undefined) counts['refused by npm too'] += 1;
      else counts.refused += 1;
    }
    console.info(`${ARCHIVES} archives (seed ${SEED}), npm:`, counts);
    expect(different.slice(0, 3)).toEqual([]);
    // Most are those that packers write.
    expect(counts.equal).toBeGreaterThan(ARCHIVES / 3);
  });
});
