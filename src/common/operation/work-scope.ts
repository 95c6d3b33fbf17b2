import { AsyncLocalStorage } from 'node:async_hooks';

/** What a process does for somebody: the answer to a request, a run of a job, an item of a queue. */
export interface Work {
  /** What the log says of it. */
  readonly about: Readonly<Record<string, unknown>>;
  /** Ends it because of an error that nothing in it has handled. */
  readonly fail: (error: unknown) => void;
}

const works = new AsyncLocalStorage<Work>();

/** Runs something as a part of work: what it starts belongs to the work, too. */
export const inWork = <T>(work: Work, run: () => T): T => works.run(work, run);

/** The work to which the running code belongs; undefined for the parts of the process itself. */
export const currentWork = (): Work | undefined => works.getStore();

/**
 * Runs work of its own. An error that nothing in it handles, thrown in a callback for example, rejects the result, which
 * might stay pending otherwise (ADR 106).
 */
export const asWork = <T>(about: Work['about'], run: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    inWork({ about, fail: reject }, () => void run().then(resolve, reject));
  });
