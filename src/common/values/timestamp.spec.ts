import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTimestamp, parseTimestamp } from './timestamp.js';

describe('parseTimestamp', () => {
  it.each([
    ['2030-01-31T00:00:00Z', '2030-01-31T00:00:00.000Z'],
    ['2030-01-31T00:00:00.5Z', '2030-01-31T00:00:00.500Z'],
    ['2030-01-31t10:00:00.123456789z', '2030-01-31T10:00:00.123Z'],
    ['2030-01-31T01:30:00+02:00', '2030-01-30T23:30:00.000Z'],
    ['2028-02-29T00:00:00-01:00', '2028-02-29T01:00:00.000Z'],
    ['2026-03-02T00:30:00-23:59', '2026-03-03T00:29:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0000-02-29T00:00:00Z', '0000-02-29T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('takes %s', (text, iso) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '',
    '2030-01-31',
    '2030-01-31T00:00:00',
    '2030-01-31 00:00:00Z',
    'now',
    '2030-01-31T00:00Z',
    '2030-01-31T00:00:00 02:00',
    '2030-02-29T00:00:00Z',
    '2030-04-31T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-00-01T00:00:00Z',
    '2030-01-00T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:00:60Z',
    '2030-01-01T00:00:00+24:00',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
    '+012030-01-01T00:00:00Z',
    '2030-01-31T00:00:00Z\n',
    '1893456000',
    1893456000,
    null,
    undefined,
    ['2030-01-31T00:00:00Z'],
    new Date(0),
  ])('refuses %p', (value) => {
    expect(isTimestamp(value)).toBe(false);
  });

  it('accepts the output of Date.toISOString', () => {
    const date = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(fc.property(date, (moment) => expect(parseTimestamp(moment.toISOString())).toEqual(moment)));
  });
});
