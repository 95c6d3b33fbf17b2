import { Injectable } from '@nestjs/common';
import { UnusableSource } from '../analysis-failures.js';
import type { Attempt } from '../analysis-attempts.repository.js';
import { PublicSource } from './public-source.js';
import { RegistrySource } from './registry-source.js';
import type { FetchedArchive, FetchTarget } from './source-fetcher.js';
import { StoredSource } from './stored-source.js';

/** Fetches the source of a version, wherever it comes from. */
@Injectable()
export class VersionSources {
  constructor(
    private readonly stored: StoredSource,
    private readonly registry: RegistrySource,
    private readonly publicSource: PublicSource,
  ) {}

  /**
   * A version that was analyzed before is analyzed again as it was stored then: code hosts forget commits, and the same
   * version must not mean other bytes.
   * @throws UnusableSource if another attempt would change nothing; any other error otherwise
   */
  fetch({ storedKey, source }: Attempt, target: FetchTarget): Promise<FetchedArchive> {
    if (storedKey !== null) return this.stored.fetch(storedKey, target);
    switch (source?.kind) {
      case undefined:
        return Promise.reject(new UnusableSource('the hub does not know the source of this version'));
      case 'upload':
        return this.stored.fetch(source.key, target);
      case 'registry':
        return this.registry.fetch(source, target);
      case 'repository':
      case 'npm':
      case 'pypi':
        return this.publicSource.fetch(source, target);
    }
  }
}
