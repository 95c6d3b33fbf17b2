/**
 * Lets callers who ask for the same work share it. Nobody is given the result of a run that had begun before they asked:
 * whoever comes during a run waits for the next one, which all who come meanwhile share. A run whose callers have all
 * gone is aborted.
 */
export class SingleFlight<T> {
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly next = new Map<string, Flight<T>>();

  /** @param work is run at most once at a time for each key */
  constructor(private readonly work: (key: string, signal: AbortSignal) => Promise<T>) {}

  /** @throws what the work throws, or the reason of `signal` when it is aborted before */
  async run(key: string, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    return (this.next.get(key) ?? this.prepare(key)).join(signal);
  }

  private prepare(key: string): Flight<T> {
    const before = this.running.get(key) ?? Promise.resolve();
    const leave = (): void => {
      if (this.next.get(key) === flight) this.next.delete(key);
    };
    const flight = new Flight<T>(async (signal) => {
      await before;
      leave();
      signal.throwIfAborted();
      return this.start(key, signal);
    }, leave);
    this.next.set(key, flight);
    return flight;
  }

  private start(key: string, signal: AbortSignal): Promise<T> {
    const run = this.work(key, signal);
    const ended = run.then(ignore, ignore).then(() => {
      if (this.running.get(key) === ended) this.running.delete(key);
    });
    this.running.set(key, ended);
    return run;
  }
}

const ignore = (): void => undefined;

/** A run that several callers wait for. */
class Flight<T> {
  private readonly controller = new AbortController();
  private readonly result: Promise<T>;
  private callers = 0;

  /** @param abandoned is told when the last caller has gone */
  constructor(
    start: (signal: AbortSignal) => Promise<T>,
    private readonly abandoned: () => void,
  ) {
    this.result = start(this.controller.signal);
    this.result.catch(ignore);
  }

  join(signal: AbortSignal): Promise<T> {
    this.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.callers -= 1;
        if (this.callers === 0) {
          this.abandoned();
          this.controller.abort(signal.reason);
        }
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }
}
