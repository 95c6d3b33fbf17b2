import { createHash } from 'node:crypto';

// Changes when the documents of the same decisions do.
const FORMAT = 1;

/**
 * Validators of what is made of decisions: they cover the revision, the request, and until when the time changes nothing.
 * So each server can answer 304 to what another one has sent, without deciding again.
 */
export class ListTag {
  private readonly hash: string;

  /** @param request all else that the response depends on */
  constructor(revision: string, request: unknown) {
    const text = JSON.stringify([FORMAT, revision, request]);
    this.hash = createHash('sha256').update(text).digest('base64url');
  }

  /** The ETag, with its quotes. @param nextChange in milliseconds; Infinity for never */
  text(nextChange: number): string {
    return `"${this.hash}.${nextChange === Infinity ? '' : nextChange.toString(36)}"`;
  }

  /** The ETag of an If-None-Match header that has this revision and request and is valid at a time; undefined without one. */
  known(ifNoneMatch: string | undefined, now: number): string | undefined {
    return (ifNoneMatch ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .find((tag) => {
        const [, hash, until = ''] = /^"([\w-]{43})\.([0-9a-z]{0,11})"$/.exec(tag) ?? [];
        return hash === this.hash && (until === '' || Number.parseInt(until, 36) > now);
      });
  }
}
