import type { Request, Response } from 'express';
import type { ErrorDetails } from '../errors/api-error.js';
import type { ErrorKind } from '../errors/error-kind.js';

/** An error on its way out, already stripped of everything that a client must not see. */
export interface OutgoingError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details: ErrorDetails;
  /** What the caller can do about it, where the message does not say. */
  readonly hint?: string;
  readonly requestId: string;
}

/**
 * What distinguishes one of the APIs in this process at its edge: where it lives and how it words errors. Further
 * APIs add their own; the longest matching prefix wins, and the one with the empty prefix answers for the rest.
 */
export interface ApiSurface {
  readonly name: string;
  /** URL path prefix without a trailing slash, such as `/v1`. */
  readonly prefix: string;
  /** HTTP status of every kind of error. */
  readonly status: Readonly<Record<ErrorKind, number>>;
  /** How callers get a credential, as the end of a sentence. */
  readonly signIn?: string;
  /** The JSON body of an error. */
  readonly errorBody: (error: OutgoingError) => object;
  /** Writes an error where that is not JSON. */
  readonly answer?: (res: Response, status: number, error: OutgoingError) => void;
}

/** All surfaces of the process, chosen by the path of a request. */
export class Surfaces<Surface extends ApiSurface = ApiSurface> {
  private readonly byLength: readonly Surface[];

  constructor(surfaces: readonly Surface[]) {
    this.byLength = [...surfaces].sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** Every surface, longer prefixes first. */
  get all(): readonly Surface[] {
    return this.byLength;
  }

  /** The surface that answers `request`: the longest prefix of its path that ends at a segment. */
  of(request: Pick<Request, 'path'>): Surface {
    const found = this.byLength.find(
      ({ prefix }) => prefix === '' || request.path === prefix || request.path.startsWith(`${prefix}/`),
    );
    if (found === undefined) throw new Error('one surface must have the empty prefix');
    return found;
  }
}
