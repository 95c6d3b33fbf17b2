import type { Request } from 'express';

/** Who made a request, as the log names them: never a credential. */
export interface RequestCaller {
  /** `anonymous`, `user`, or the kind of token that was used. */
  readonly kind: string;
  /** The public identifier of the user or token; anonymous callers have none. */
  readonly id?: string;
}

const ANONYMOUS: RequestCaller = { kind: 'anonymous' };

const callers = new WeakMap<Request, RequestCaller>();

/** Records who makes a request. Each API does so once it has authenticated the caller. */
export const recordCaller = (req: Request, caller: RequestCaller): void => void callers.set(req, caller);

/** Who makes a request; anonymous until a credential has held. */
export const recordedCaller = (req: Request): RequestCaller => callers.get(req) ?? ANONYMOUS;
