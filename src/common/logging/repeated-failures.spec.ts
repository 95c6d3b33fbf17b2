import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../values/durations.js';
import { createLogger, REPORTS, type Logger } from './logger.js';
import { RepeatedFailures } from './repeated-failures.js';

function failures(reports: (error: unknown) => boolean = () => false) {
  const written: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void written.push(line) });
  const clock = { ms: 0 };
  const texts = { what: 'a host does not answer', then: 'it is asked again' };
  const of = new RepeatedFailures(
    Object.create(logger, { [REPORTS]: { value: reports } }) as Logger,
    texts,
    () => clock.ms,
  );
  const all = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
  const lines = () =>
    all().map(({ level, msg, failures: times, host, of: source }) =>
      [level, msg, host ?? source, times].filter((one) => one != null),
    );
  return { of, clock, lines, all };
}

const BEGIN = 'a host does not answer; it is asked again';
const OVER = 'over: a host does not answer';

describe('an outage', () => {
  it('is a line when it begins, one every six hours with the number of failures, and one when it is over', () => {
    const { of, clock, lines } = failures();
    for (const end = 15 * HOUR_MS; clock.ms < end; clock.ms += 10_000) of.failed({ host: 'a' }, 'a');
    of.worked('a');
    of.worked('a');
    expect(lines()).toEqual([
      ['warn', BEGIN, 'a'],
      ['warn', BEGIN, 'a', 2161],
      ['warn', BEGIN, 'a', 4321],
      ['info', OVER, 'a', 5400],
    ]);
  });

  it('says how long it lasted, and its error only while it lasts', () => {
    const { of, clock, all } = failures();
    of.failed({ host: 'a', err: new Error('refused') }, 'a');
    clock.ms = 90_000;
    of.worked('a');
    expect(all().map(({ err }) => err !== undefined)).toEqual([true, false]);
    expect(all()[1]).toMatchObject({ of: 'a', failures: 1, lasted_seconds: 90 });
  });

  it('is another one for something else, and begins again after its end', () => {
    const { of, lines } = failures();
    of.failed({ host: 'a' }, 'a');
    of.failed({ host: 'b' }, 'b');
    of.worked('c');
    of.worked('a');
    of.failed({ host: 'a' }, 'a');
    expect(lines()).toEqual([
      ['warn', BEGIN, 'a'],
      ['warn', BEGIN, 'b'],
      ['info', OVER, 'a', 1],
      ['warn', BEGIN, 'a'],
    ]);
  });

  it('is over when each of its parts that failed has worked', () => {
    const { of, lines } = failures();
    for (const part of ['one', 'two', 'one']) of.failed({}, '', part);
    of.worked('', 'one');
    of.worked('', 'never failed');
    expect(lines()).toEqual([['warn', BEGIN]]);
    of.worked('', 'two');
    expect(lines()[1]).toEqual(['info', OVER, 3]);
  });

  it('is over when its parts are settled, whatever of them has failed', () => {
    const { of, lines } = failures();
    of.failed({ host: 'a' }, 'a', 'one');
    of.failed({ host: 'b' }, 'b', 'one');
    of.failed({ host: 'b' }, 'b', 'two');
    of.settled('one');
    expect(lines().slice(2)).toEqual([['info', OVER, 'a', 1]]);
  });

  it('is forgotten a day after the last failure', () => {
    const { of, clock, lines } = failures();
    of.failed({ host: 'a' }, 'a');
    clock.ms = 24 * HOUR_MS;
    of.failed({ host: 'b' }, 'b');
    of.worked('a');
    expect(lines()).toEqual([
      ['warn', BEGIN, 'a'],
      ['warn', BEGIN, 'b'],
    ]);
  });

  it('is none if the log reports its cause itself', () => {
    const { of, lines } = failures((error) => (error as Error).message === 'full');
    of.failed({ err: new Error('full') });
    of.worked();
    of.failed({ err: new Error('other') });
    of.worked();
    expect(lines()).toEqual([
      ['warn', BEGIN],
      ['warn', BEGIN],
      ['info', OVER, 1],
    ]);
  });

  it('shares its lines with others when there are very many', () => {
    const { of, lines } = failures();
    for (let host = 0; host < 3000; host += 1) of.failed({ host }, String(host));
    expect(lines()).toHaveLength(1001);
    for (let host = 0; host < 3000; host += 1) of.worked(String(host));
    expect(lines()).toHaveLength(2002);
    of.failed({ host: 'a' }, 'a');
    expect(lines()).toHaveLength(2003);
  });
});
