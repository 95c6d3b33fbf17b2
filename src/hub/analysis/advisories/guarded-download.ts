import { Injectable } from '@nestjs/common';
import { AdvisoryDownload, type Downloaded } from './advisory-download.js';
import type { Validators } from './advisory-sources.repository.js';

const MAX_BYTES = 1024 ** 3;
const MAX_MS = 30 * 60_000;
/** A longer header is not kept; the export is fetched again then. */
const MAX_HEADER = 1000;

const kept = (header: string | null): string | null =>
  header !== null && header.length <= MAX_HEADER ? header : null;

/** Fetches exports with the checks of every fetch (ADR 50). The hosts that the operator has named may be private. */
@Injectable()
export class GuardedDownload extends AdvisoryDownload {
  async save(address: string, known: Validators, path: string, signal: AbortSignal): Promise<Downloaded> {
    // Loaded here, because it is needed once a day.
    const { saveFile } = await import('@mcp-hub/sources');
    const { etag, lastModified } = known;
    const limits = { what: 'the export', maxBytes: MAX_BYTES, time: MAX_MS, signal };
    const isKnown = etag !== null || lastModified !== null;
    const saved = await saveFile(address, path, {
      ...limits,
      ...(isKnown && { known: { etag, lastModified } }),
    });
    if (saved === undefined) return { isChanged: false };
    return { isChanged: true, etag: kept(saved.etag), lastModified: kept(saved.lastModified) };
  }
}
