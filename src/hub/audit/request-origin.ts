import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request comes from, as the audit trail says it. */
export interface RequestOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

const NOWHERE: RequestOrigin = { ipAddress: '', userAgent: '' };

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Runs `work` as a part of a request from there. */
export const runFrom = <T>(origin: RequestOrigin, work: () => T): T => origins.run(origin, work);

/** Where the running request comes from; nowhere for work that belongs to none. */
export const currentOrigin = (): RequestOrigin => origins.getStore() ?? NOWHERE;
