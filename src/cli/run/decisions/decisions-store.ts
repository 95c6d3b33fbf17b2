import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import type { LoginSettings } from '../../login/login-settings.js';
import { readPrivateFile, writePrivateFile } from '../../login/private-file.js';
import type { UserFolders } from '../../login/user-folders.js';
import type { KnownDecision } from './known-decision.js';

/** What is known of the decisions at an address. Times are in milliseconds since 1970. */
export interface DecisionsState {
  readonly etag?: string;
  /** When the hub was asked last. */
  readonly askedAt: number;
  readonly askAgainAt: number;
  /** The newest issue that was verified; older ones are refused from then on. */
  readonly seen?: { readonly revision: number; readonly issued_at: string };
}

const MAX_ENVELOPE = 80 * 1024 * 1024;
const MAX_STATE = 64 * 1024;
const MAX_KNOWN = 4 * 1024 * 1024;

/**
 * The decisions of an allow list that were read last, in the user's configuration: without a cache, too, an older issue than
 * the newest one that was seen is refused. What a start needs of them is kept beside them, because a document may have many
 * thousand entries. Whoever can write these files can also replace the pinned key.
 */
export class DecisionsStore {
  private readonly folder: string;

  constructor({ configuration }: UserFolders, { decisions }: Pick<LoginSettings, 'decisions'>) {
    this.folder = join(configuration, 'decisions', decisions);
  }

  /** The signed envelope, as it was received; undefined if there is none. */
  envelope(): Buffer | undefined {
    return readPrivateFile(this.path('envelope.json'), MAX_ENVELOPE);
  }

  keepEnvelope(bytes: Buffer): void {
    writePrivateFile(this.path('envelope.json'), bytes);
  }

  state(): DecisionsState | undefined {
    const value = this.read('state.json', MAX_STATE);
    const isState = typeof value?.['askedAt'] === 'number' && typeof value['askAgainAt'] === 'number';
    return isState ? (value as unknown as DecisionsState) : undefined;
  }

  /** Keeps the newest issue that any run has seen: another one may have seen a newer one since this one asked. */
  keepState(state: DecisionsState): void {
    const before = this.state()?.seen;
    const seen = (before?.revision ?? 0) > (state.seen?.revision ?? 0) ? before : state.seen;
    writePrivateFile(
      this.path('state.json'),
      JSON.stringify({ ...state, ...(seen !== undefined && { seen }) }),
    );
  }

  /** What is known of a reference from exactly the envelope that is kept, if that is the newest issue that was seen. */
  known(reference: string): KnownDecision | undefined {
    const value = this.read(nameOf(reference), MAX_KNOWN);
    if (value?.['reference'] !== reference || value['envelope'] !== this.mark()) return undefined;
    return value['revision'] === this.state()?.seen?.revision
      ? (value['decision'] as KnownDecision)
      : undefined;
  }

  /** @param revision of the issue that says so: another run may have kept a newer one since */
  keepKnown(reference: string, decision: KnownDecision, revision: number): void {
    const value = { reference, envelope: this.mark(), revision, decision };
    writePrivateFile(this.path(nameOf(reference)), JSON.stringify(value));
  }

  /** It changes with every write of the envelope; null without one. */
  private mark(): string | null {
    const found = statSync(this.path('envelope.json'), { throwIfNoEntry: false });
    return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  }

  private read(name: string, maxBytes: number): JsonObject | undefined {
    const bytes = readPrivateFile(this.path(name), maxBytes);
    try {
      const value: unknown = JSON.parse(bytes?.toString() ?? 'null');
      return isObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}

const nameOf = (reference: string): string => `known-${encodeURIComponent(reference)}.json`;
