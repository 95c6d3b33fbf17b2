import { describe, expect, it } from '@jest/globals';
import { loggableError } from './logger.js';

describe('what the log says of an error', () => {
  it('is its kind, message, stack and code, and nothing that a driver or a client has put beside them', () => {
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

  it.each([undefined, null, 'text', 7])('takes %s, which is no error', (thrown) => {
    expect(() => JSON.stringify(loggableError(thrown))).not.toThrow();
  });
});
