import type { Validators } from './advisory-sources.repository.js';

/** The answer to a conditional request for an export. */
export type Downloaded = { readonly isChanged: false } | ({ readonly isChanged: true } & Validators);

/** Fetches exports of advisories. */
export abstract class AdvisoryDownload {
  /**
   * Writes an export to a new file, unless it is unchanged.
   * @param known the headers of the export that was fetched last
   * @throws an Error whose message is for administrators
   */
  abstract save(address: string, known: Validators, path: string, signal: AbortSignal): Promise<Downloaded>;
}
