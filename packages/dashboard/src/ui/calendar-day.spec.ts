// The zone of the process is what changes here.
/* eslint-disable no-restricted-properties */
import { afterEach, describe, expect, it } from '@jest/globals';
import { startOfDay } from './calendar-day.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('a day of the reader', () => {
  it.each([
    ['UTC', '2026-11-29', '2026-11-29T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-29', '2026-11-28T18:30:00.000Z', '2026-11-29T18:30:00.000Z'],
    // 23 hours.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    // 25 hours.
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // Midnight does not exist.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // The end of a month and a year.
    ['Asia/Tokyo', '2026-12-31', '2026-12-30T15:00:00.000Z', '2026-12-31T15:00:00.000Z'],
  ])('in %s, %s, is from %s to %s', (name, day, start, end) => {
    process.env['TZ'] = name;
    expect([startOfDay(day), startOfDay(day, 1)]).toEqual([start, end]);
  });
});
