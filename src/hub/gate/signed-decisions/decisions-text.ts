import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import {
  DECISIONS_LIMITS,
  DECISIONS_SCHEMA,
  type DecisionEntry,
  type DecisionsDocument,
} from '@mcp-hub/client-configurations/decisions';
import canonicalize from 'canonicalize';
import { conflict } from '../../../common/errors/api-error.js';

/** What a document says, without the numbers of its issue. */
export type DecisionsContent = Omit<
  DecisionsDocument,
  'schema_version' | 'revision' | 'issued_at' | 'valid_until'
>;

/** The numbers of an issue. */
export interface IssueNumbers {
  readonly revision: number;
  readonly issuedAt: Date;
  readonly validUntil: Date;
}

/** Entries between two turns of the event loop. */
const BATCH_SIZE = 200;

/** A document as canonical JSON (RFC 8785), of which the entries are made once for all issues. */
export class DecisionsText {
  private constructor(
    private readonly content: Omit<DecisionsContent, 'entries'>,
    private readonly entries: string,
    /** SHA-256 of what it says. */
    readonly digest: string,
  ) {}

  /** @throws 409 for a document that is too large */
  static async of({ entries, ...content }: DecisionsContent): Promise<DecisionsText> {
    const texts: string[] = [];
    for (let at = 0; at < entries.length; at += BATCH_SIZE) {
      texts.push(...entries.slice(at, at + BATCH_SIZE).map(textOf));
      await turn();
    }
    const text = texts.join(',');
    if (Buffer.byteLength(text) > DECISIONS_LIMITS.documentBytes - 1024 * 1024) {
      throw conflict(
        'the decisions would be too large for a document; add policies that allow fewer servers',
      );
    }
    const digest = createHash('sha256').update(canonical(content)).update('\n').update(text).digest('hex');
    return new DecisionsText(content, text, digest);
  }

  /** The bytes of an issue: the same numbers give the same bytes. */
  issue({ revision, issuedAt, validUntil }: IssueNumbers): Buffer {
    const document = canonical({
      ...this.content,
      schema_version: DECISIONS_SCHEMA,
      revision,
      issued_at: issuedAt.toISOString(),
      valid_until: validUntil.toISOString(),
      entries: [],
    });
    // Names of environments and organizations come behind the entries, so that the first one is theirs.
    return Buffer.from(document.replace('"entries":[]', () => `"entries":[${this.entries}]`));
  }
}

const textOf = (entry: DecisionEntry): string => canonical(entry);

function canonical(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('decisions are JSON');
  return text;
}
