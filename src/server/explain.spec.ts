import { describe, expect, it } from '@jest/globals';
import { badRequest } from '../common/errors/api-error.js';
import { ConfigError } from '../config/config-error.js';
import { explain } from './explain.js';
import { DataDirectoryInUseError } from '../storage/database/data-directory-lock.js';
import { UnmetRequirementsError } from '../storage/database/database-requirements.js';
import { NoDatabaseError } from '../storage/database/open-database.js';

const failure = (properties: object): Error => Object.assign(new Error('what happened'), properties);

describe('explain', () => {
  it.each([
    ['a refusal', badRequest('username', 'must be shorter'), 'username must be shorter'],
    ['a bad configuration', new ConfigError(['port must be a number']), /port must be a number/],
    [
      'a data directory in use',
      new DataDirectoryInUseError('data'),
      /data is in use by another mcp-hub process/,
    ],
    ['no database', new NoDatabaseError('data'), /^there is no database in data; set DATA_DIR/],
    [
      'a port in use',
      failure({ code: 'EADDRINUSE', syscall: 'listen', port: 8080 }),
      /choose another address with HOST and PORT/,
    ],
    [
      'wrong credentials',
      failure({ code: '28P01' }),
      'the database that DATABASE_URL names refuses: what happened',
    ],
    [
      'an unknown database',
      failure({ code: '3D000' }),
      'the database that DATABASE_URL names refuses: what happened',
    ],
    [
      'a missing right',
      failure({ code: '42501' }),
      'the database user lacks a right: what happened; docs/operations.md says which rights it needs',
    ],
    [
      'a database that cannot be used',
      new UnmetRequirementsError(['PostgreSQL 14.9 is too old']),
      'mcp-hub cannot start:\n  PostgreSQL 14.9 is too old',
    ],
    [
      'no server',
      failure({ code: 'ECONNREFUSED', syscall: 'connect' }),
      'cannot reach the database (ECONNREFUSED)',
    ],
    [
      'a folder of others',
      failure({ code: 'EACCES', syscall: 'mkdir', path: 'data/db' }),
      'cannot write to data/db (EACCES)',
    ],
  ])('explains %s in one line, without a stack trace', (_what, error, text) => {
    expect(explain(error)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
    expect(explain(error)).not.toContain('    at ');
  });

  it('shows the stack trace of an unexpected error, and values that are not errors', () => {
    expect(explain(new TypeError('oops'))).toMatch(/TypeError: oops\n {4}at /);
    expect(explain('nothing')).toBe('nothing');
  });
});
