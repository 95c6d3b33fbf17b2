import type { Request, Response } from 'express';
import type { ErrorDetails } from '../errors/api-error.js';
import type { ErrorKind } from '../errors/error-kind.js';

/** An error for a response, without anything that a client must not see. */
export interface OutgoingError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details: ErrorDetails;
  /** What the caller can do about it, if the message does not say so. */
  readonly hint?: string;
  readonly requestId: string;
}

/**
 * Describes one of the APIs of this process: its path prefix and its error format. The longest matching prefix wins,
 * and the surface with the empty prefix handles all other paths.
 */
export interface ApiSurface {
  readonly name: string;
  /** URL path prefix without a trailing slash, such as `/v1`. */
  readonly prefix: string;
  /** How callers get a credential; appended to a sentence. */
  readonly signIn?: string;
  /** The JSON body of an error. */
  readonly errorBody: (error: OutgoingError) => object;
  /** HTTP statuses of this API that differ from those of `HTTP_STATUS`. */
  readonly statuses?: Partial<Readonly<Record<ErrorKind, number>>>;
  /**
   * Headers of an answer to what never becomes a request, such as those of the rate limit, in which it is counted.
   * @param address the peer's, because headers are not known
   */
  readonly brokenRequestHeaders?: (address: string) => Promise<Readonly<Record<string, number>>>;
  /** Writes an error if the format is not JSON. */
  readonly answer?: (res: Response, status: number, error: OutgoingError) => void;
}

/**
 * All surfaces of the process, selected by the path of a request: malformed requests and unknown routes have no controller
 * that could say which API answers them.
 */
export class Surfaces<Surface extends ApiSurface = ApiSurface> {
  private readonly byLength: readonly Surface[];

  constructor(surfaces: readonly Surface[]) {
    this.byLength = [...surfaces].sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** The surface for `request`: the one with the longest matching prefix of whole path segments. */
  of(request: Pick<Request, 'path'>): Surface {
    const found = this.byLength.find(
      ({ prefix }) => prefix === '' || request.path === prefix || request.path.startsWith(`${prefix}/`),
    );
    if (found === undefined) throw new Error('one surface must have the empty prefix');
    return found;
  }
}
