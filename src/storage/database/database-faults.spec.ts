import { describe, expect, it } from '@jest/globals';
import { translateDatabaseError, TransactionConflictError } from './database-errors.js';
import { faultOf } from './database-faults.js';

const failed = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

describe('the fault of the database that an error reports', () => {
  it.each(['23505', '23503', '22P02', '42P01', '42501', '0A000', 'XX000', '25001', '5500'])(
    'is none for %s, which is the fault of the program or the request',
    (code) => {
      expect(faultOf(failed(code))).toBeUndefined();
      expect(translateDatabaseError(failed(code))).toBeUndefined();
    },
  );

  it('is none for a file that is missing, and for an error without a code', () => {
    expect(faultOf(failed('ENOENT', { syscall: 'open' }))).toBeUndefined();
    expect(faultOf(new Error('a message'))).toBeUndefined();
    expect(faultOf('a text')).toBeUndefined();
  });

  it.each([
    ['08000', 'unavailable', '5'],
    ['08006', 'unavailable', '5'],
    ['57P01', 'unavailable', '5'],
    ['57P02', 'unavailable', '5'],
    ['57P03', 'unavailable', '5'],
    ['57P04', 'unavailable', '5'],
    ['55000', 'unavailable', '5'],
    ['53300', 'too many connections', '5'],
    ['53000', 'full', '30'],
    ['53100', 'full', '30'],
    ['53200', 'full', '30'],
    ['53400', 'full', '30'],
    ['25006', 'read-only', '30'],
    ['28P01', 'refuses', '30'],
    ['3D000', 'refuses', '30'],
    ['58030', 'damaged', '30'],
    ['57014', 'busy', '5'],
    ['55P03', 'busy', '5'],
    ['40001', 'busy', '5'],
    ['40P01', 'busy', '5'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted', '5'],
  ])('for %s is "%s", which is 503 with Retry-After %s', (code, fault, seconds) => {
    for (const error of [failed(code), { driverError: failed(code) }, { errors: [failed(code)] }]) {
      expect(faultOf(error)).toBe(fault);
      expect(translateDatabaseError(error)).toMatchObject({
        kind: 'unavailable',
        headers: { 'Retry-After': seconds },
      });
    }
  });

  it.each(['ECONNREFUSED', 'ENETUNREACH', 'EAI_AGAIN'])(
    'of the network (%s) is that it is unavailable',
    (code) => {
      expect(faultOf(failed(code, { syscall: 'connect' }))).toBe('unavailable');
    },
  );

  it('may be only in the words of the driver', () => {
    expect(faultOf(new Error('Connection terminated unexpectedly'))).toBe('unavailable');
    expect(faultOf(new Error('The server does not support SSL connections'))).toBe('untrusted');
    expect(faultOf(failed('0A000', { message: 'cached plan must not change result type' }))).toBe('busy');
  });

  it('is 503 for a transaction that has lost to others', () => {
    expect(translateDatabaseError(new TransactionConflictError())).toMatchObject({ kind: 'unavailable' });
  });
});
