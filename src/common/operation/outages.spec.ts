import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.js';
import { Outages, type Outage } from './outages.js';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly part?: string;
  readonly fault?: string;
}

/** An error that reports an outage. */
class Unavailable extends Error {
  constructor(readonly outage: Outage) {
    super('unavailable');
  }
}

function open(): { outages: Outages; lines: () => Line[] } {
  const texts: string[] = [];
  const log = createLogger('debug', { write: (text: string) => void texts.push(text) });
  const outages = new Outages(log, (error) => (error instanceof Unavailable ? error.outage : undefined));
  return { outages, lines: () => texts.map((text) => JSON.parse(text) as Line) };
}

const FULL = new Unavailable({ part: 'database', fault: 'full' });

describe('an outage', () => {
  it('is one line, whatever meets it', () => {
    const { outages, lines } = open();
    for (let item = 0; item < 100; item += 1) {
      outages.logger.error({ err: FULL, item }, 'a job failed');
      outages.logger.warn({ err: FULL }, 'a request failed');
      outages.meets('database', FULL);
    }
    expect(lines().filter(({ level }) => level !== 'debug')).toMatchObject([
      { level: 'warn', part: 'database', fault: 'full', msg: 'a part of the service has failed' },
    ]);
    expect(lines().filter(({ level }) => level === 'debug')).toHaveLength(200);
    expect(outages.has('database', 'full')).toBe(true);
    expect(outages.has('storage', 'full')).toBe(false);
  });

  it('is another line for each other fault and part', () => {
    const { outages, lines } = open();
    for (const _time of [1, 2]) {
      outages.logger.error({ err: FULL }, 'a job failed');
      outages.logger.error(
        { err: new Unavailable({ part: 'database', fault: 'unavailable' }) },
        'a job failed',
      );
      outages.meets('storage', new Error('no answer'));
    }
    const said = lines().filter(({ level }) => level === 'warn');
    expect(said.map(({ part, fault }) => `${part} ${fault}`)).toEqual([
      'database full',
      'database unavailable',
      'storage fails',
    ]);
  });

  it('is not over because one check succeeds', () => {
    const { outages, lines } = open();
    outages.meets('database', FULL);
    outages.works('database');
    outages.meets('database', FULL);
    expect(lines()).toHaveLength(1);
  });
});

it('every other line stays as it is', () => {
  const { outages, lines } = open();
  const err = new TypeError('a bug');
  outages.logger.error({ err, job: 'cleanup' }, 'a job failed');
  outages.logger.warn('a text');
  outages.logger.info({ err: FULL }, 'news');
  outages.logger.child({ context: 'x' }).error({ err }, 'a job failed');
  expect(lines()).toMatchObject([
    { level: 'error', job: 'cleanup', msg: 'a job failed' },
    { level: 'warn', msg: 'a text' },
    { level: 'info', msg: 'news' },
    { level: 'error', context: 'x', msg: 'a job failed' },
  ]);
});
