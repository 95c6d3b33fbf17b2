import { Injectable } from '@nestjs/common';
import { AdvisoryDownload, type Downloaded } from './advisory-download.js';
import type { Validators } from './advisory-sources.repository.js';

const MAX_BYTES = 1024 ** 3;
const MAX_MS = 30 * 60_000;

/** Fetches exports with the checks of every fetch (ADR 50). The hosts that the operator has named may be private. */
@Injectable()
export class GuardedDownload extends AdvisoryDownload {
  async save(address: string, known: Validators, path: string, signal: AbortSignal): Promise<Downloaded> {
    // Loaded here, because it is needed once a day.
    const { saveFile } = await import('@mcp-hub/sources');
    const saved = await saveFile(address, path, {
      what: 'the export',
      maxBytes: MAX_BYTES,
      time: MAX_MS,
      signal,
      known,
    });
    return saved === undefined ? { isChanged: false } : { isChanged: true, ...saved };
  }
}
