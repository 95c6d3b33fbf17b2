import type { RecurringJob } from './recurring-jobs.js';

/** Which processes do the work: those that answer requests, or those that analyze and print. One process is both. */
export type BackgroundRole = 'api' | 'worker';

/** What a process does besides answering requests; its class says so with `@Background`. */
export interface BackgroundWork extends Partial<RecurringJob> {
  /** From now on, this process also does the work when it is woken. */
  listen?(): void;
  /** From now on, this process takes work from a queue. */
  start?(): void | Promise<void>;
  /** Goes on with what an earlier process has left; called once, after `start`. A failure is logged. */
  atStart?(signal: AbortSignal): Promise<void>;
}

const ROLE = 'jobs:background-role';

/** Has the processes of a role do the work of this provider. With `run`, it is a recurring job. */
export const Background =
  (role: BackgroundRole): ClassDecorator =>
  (target) => {
    Reflect.defineMetadata(ROLE, role, target);
  };

/** The role of a provider's class; undefined without `@Background`. */
export const backgroundRoleOf = (target: object): BackgroundRole | undefined =>
  Reflect.getOwnMetadata(ROLE, target) as BackgroundRole | undefined;
