import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { HubObjects } from '../../../platform/objects/hub-objects.js';
import { UnusableSource } from '../analysis-failures.js';
import { breakingOffAsStore } from './broken-off.js';
import type { FetchedArchive, FetchTarget } from './source-fetcher.js';

/** Reads sources from the hub's own objects: uploads, and what was fetched for an earlier analysis. */
@Injectable()
export class StoredSource {
  constructor(private readonly objects: HubObjects) {}

  /** Copies an object into a file. @throws UnusableSource when it is gone; the store's errors */
  async fetch(key: string, { folder, signal }: FetchTarget): Promise<FetchedArchive> {
    if ((await this.objects.size(key)) === undefined) {
      throw new UnusableSource('the stored source of this version is gone; push it again');
    }
    const path = join(folder, 'source.tar.gz');
    const hash = createHash('sha256');
    let size = 0;
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    const bytes = breakingOffAsStore(await this.objects.read(key));
    await pipeline(bytes, measured, createWriteStream(path, { flags: 'wx' }), { signal });
    return { path, sha256: hash.digest('hex'), size };
  }
}
