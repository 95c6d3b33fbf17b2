import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { VersionStatesReadModel } from './version-states.read-model.js';
import type { VersionState } from './version-state.js';

/** Called at each poll with the state of the version; undefined if it does not exist any more. */
export type Watch = (state: VersionState | undefined) => void;

/** How often things happen, in milliseconds. */
@Injectable()
export class VersionEventTimes {
  poll = 1000;
  /** Comments keep proxies from closing the connection. */
  comment = 15_000;
  /** Access to private versions is checked again. */
  access = 10_000;
  /** Clients reconnect after that. */
  longest = 15 * 60_000;
}

/** Polls the database for all watched versions together: one statement a second, however many watch. */
@Injectable()
export class VersionWatcher {
  private readonly watches = new Map<string, Set<Watch>>();
  private timer: NodeJS.Timeout | undefined;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly states: VersionStatesReadModel,
    private readonly times: VersionEventTimes,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, { what: 'watched versions cannot be read now' });
  }

  /** @returns ends the watch */
  add(versionId: string, watch: Watch): () => void {
    const watches = this.watches.get(versionId) ?? new Set();
    this.watches.set(versionId, watches.add(watch));
    this.schedule();
    return () => {
      watches.delete(watch);
      if (watches.size === 0 && this.watches.get(versionId) === watches) this.watches.delete(versionId);
    };
  }

  private schedule(): void {
    if (this.timer !== undefined || this.watches.size === 0) return;
    this.timer = setTimeout(() => {
      void this.poll().finally(() => {
        this.timer = undefined;
        this.schedule();
      });
    }, this.times.poll);
    this.timer.unref();
  }

  private async poll(): Promise<void> {
    const ids = [...this.watches.keys()];
    let found: ReadonlyMap<string, VersionState>;
    try {
      found = new Map((await this.states.of(ids)).map((state) => [state.id, state]));
      this.failures.worked();
    } catch (error) {
      // Watchers go on when the database is back.
      this.failures.failed({ err: error });
      return;
    }
    for (const id of ids) for (const watch of [...(this.watches.get(id) ?? [])]) watch(found.get(id));
  }
}
