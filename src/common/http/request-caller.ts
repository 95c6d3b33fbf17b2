import type { Request } from 'express';

/** The caller of a request in the log: never a credential. */
export interface RequestCaller {
  /** `anonymous`, `user`, or the kind of token. */
  readonly kind: string;
  /** The public identifier of the user or token; undefined for anonymous callers. */
  readonly id?: string;
}

const ANONYMOUS_REQUEST_CALLER: RequestCaller = { kind: 'anonymous' };

const callers = new WeakMap<Request, RequestCaller>();

/** Records the caller of a request. Each API calls it after authentication. */
export const recordCaller = (req: Request, caller: RequestCaller): void => void callers.set(req, caller);

/** The caller of a request; anonymous until a credential has been verified. */
export const recordedCaller = (req: Request): RequestCaller => callers.get(req) ?? ANONYMOUS_REQUEST_CALLER;
