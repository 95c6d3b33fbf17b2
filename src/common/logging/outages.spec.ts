import { describe, expect, it } from '@jest/globals';
import { LogLines } from '../../../test/support/log-lines.js';
import { Outages } from './outages.js';

const HOUR_MS = 3_600_000;

function outages() {
  const log = new LogLines();
  const clock = { ms: 0 };
  const texts = { what: 'a host does not answer', then: 'it is asked again' };
  const of = new Outages(log.logger, texts, () => clock.ms);
  const lines = () =>
    log.all.map(({ level, msg, failures, host }) =>
      [level, msg, host, failures].filter((one) => one != null),
    );
  return { of, clock, lines, log };
}

const BEGIN = 'a host does not answer; it is asked again';
const OVER = 'over: a host does not answer';

describe('an outage', () => {
  it('is a line when it begins, one an hour with the number of failures, and one when it is over', () => {
    const { of, clock, lines } = outages();
    for (const end = 2.5 * HOUR_MS; clock.ms < end; clock.ms += 10_000) of.failed({ host: 'a' }, 'a');
    of.worked('a');
    of.worked('a');
    expect(lines()).toEqual([
      ['warn', BEGIN, 'a'],
      ['warn', BEGIN, 'a', 361],
      ['warn', BEGIN, 'a', 721],
      ['info', OVER, 'a', 900],
    ]);
  });

  it('says how long it lasted, and its error only while it lasts', () => {
    const { of, clock, log } = outages();
    of.failed({ host: 'a', err: new Error('refused') }, 'a');
    clock.ms = 90_000;
    of.worked('a');
    expect(log.all.map(({ err }) => err !== undefined)).toEqual([true, false]);
    expect(log.all[1]).toMatchObject({ host: 'a', failures: 1, outage_seconds: 90 });
  });

  it('is told apart from others, and begins again after its end', () => {
    const { of, lines } = outages();
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
    const { of, lines } = outages();
    for (const part of ['one', 'two', 'one']) of.failed({}, '', part);
    of.worked('', 'one');
    of.worked('', 'never failed');
    expect(lines()).toEqual([['warn', BEGIN]]);
    of.worked('', 'two');
    expect(lines()[1]).toEqual(['info', OVER, 3]);
  });

  it('is forgotten a day after the last failure', () => {
    const { of, clock, lines } = outages();
    of.failed({ host: 'a' }, 'a');
    clock.ms = 24 * HOUR_MS;
    of.failed({ host: 'b' }, 'b');
    of.worked('a');
    expect(lines()).toEqual([
      ['warn', BEGIN, 'a'],
      ['warn', BEGIN, 'b'],
    ]);
  });

  it('shares its lines with others when there are very many', () => {
    const { of, lines } = outages();
    for (let host = 0; host < 3000; host += 1) of.failed({ host }, String(host));
    expect(lines()).toHaveLength(1001);
    for (let host = 0; host < 3000; host += 1) of.worked(String(host));
    expect(lines()).toHaveLength(2002);
    of.failed({ host: 'a' }, 'a');
    expect(lines()).toHaveLength(2003);
  });
});
