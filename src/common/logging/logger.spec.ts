import { describe, expect, it } from '@jest/globals';
import { loggableError } from './logger.js';

describe('an error in the log', () => {
  it('has its type, message, stack and code, and no properties added by a driver or a client', () => {
    const error = Object.assign(new TypeError('duplicate key'), {
      code: '23505',
      detail: 'Key (secret)=(canary)',
      parameters: ['canary'],
      driverError: { detail: 'canary' },
      config: { headers: { authorization: 'canary' } },
    });
    expect(loggableError(error)).toEqual({
      type: 'TypeError',
      message: 'duplicate key',
      stack: error.stack,
      code: '23505',
    });
  });

  it.each([undefined, null, 'text', 7])('may be %s instead of an Error', (thrown) => {
    expect(() => JSON.stringify(loggableError(thrown))).not.toThrow();
  });
});
