import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight.js';

interface Run {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly end: (value: string) => void;
  readonly fail: (error: Error) => void;
}

/** Shared work that records its runs. */
function observed(): { flights: SingleFlight<string>; runs: Run[] } {
  const runs: Run[] = [];
  const flights = new SingleFlight<string>(
    (key, signal) =>
      new Promise((end, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason as Error));
        runs.push({ key, signal, end, fail });
      }),
  );
  return { flights, runs };
}

const { signal } = new AbortController();

describe('SingleFlight', () => {
  it('gives concurrent callers one result', async () => {
    const { flights, runs } = observed();
    const results = Array.from({ length: 60 }, () => flights.run('a', signal));
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]?.end('done');
    expect(await Promise.all(results)).toEqual(Array<string>(60).fill('done'));
  });

  it('never returns the result of a run that started before the call: callers during a run share the next one', async () => {
    const { flights, runs } = observed();
    const first = flights.run('a', signal);
    await turn();
    const later = [flights.run('a', signal), flights.run('a', signal)];
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]?.end('old');
    expect(await first).toBe('old');
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end('new');
    expect(await Promise.all(later)).toEqual(['new', 'new']);
  });

  it('runs work with different keys concurrently', async () => {
    const { flights, runs } = observed();
    void flights.run('a', signal);
    void flights.run('b', signal);
    await turn();
    expect(runs.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('continues after a failed run', async () => {
    const { flights, runs } = observed();
    const first = flights.run('a', signal);
    await turn();
    const second = flights.run('a', signal);
    runs[0]?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await turn();
    runs[1]?.end('done');
    expect(await second).toBe('done');
  });

  it('rejects an aborted caller at once, and continues for the others', async () => {
    const { flights, runs } = observed();
    const gone = new AbortController();
    const [leaving, staying] = [flights.run('a', gone.signal), flights.run('a', signal)];
    await turn();
    gone.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(false);
    runs[0]?.end('done');
    expect(await staying).toBe('done');
  });

  it('aborts a run when all its callers have aborted, and starts another for later callers', async () => {
    const { flights, runs } = observed();
    const gone = new AbortController();
    const leaving = flights.run('a', gone.signal);
    await turn();
    gone.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(runs[0]?.signal.aborted).toBe(true);
    const staying = flights.run('a', signal);
    await turn();
    runs[1]?.end('done');
    expect(await staying).toBe('done');
  });

  it('does not start a queued run when all its callers have aborted', async () => {
    const { flights, runs } = observed();
    void flights.run('a', signal);
    await turn();
    const gone = new AbortController();
    const leaving = flights.run('a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    const staying = flights.run('a', signal);
    runs[0]?.end('old');
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end('new');
    expect(await staying).toBe('new');
  });

  it('rejects a caller whose signal is already aborted', async () => {
    const { flights, runs } = observed();
    await expect(flights.run('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    await turn();
    expect(runs).toEqual([]);
  });
});
