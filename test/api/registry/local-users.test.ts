import { describe, expect, it } from '@jest/globals';
import { LocalUsersService } from '../../../src/auth/local-users/local-users.service.js';
import { useTestApp } from '../../support/suite.js';

const t = await useTestApp();

describe('the list of local users', () => {
  it('has every user once, in the order of their names, whatever their number', async () => {
    await t.rows(
      `INSERT INTO local_user (id, username, username_key, password_hash, created_at)
       SELECT gen_random_uuid(), 'User-' || n, 'user-' || n, '-', now() FROM generate_series(1, $1::int) n`,
      [1201],
    );
    const expected = await t.rows<{ username: string }>(
      'SELECT username FROM local_user ORDER BY username_key',
    );
    const listed: string[] = [];
    for await (const { username } of t.app.get(LocalUsersService).list()) listed.push(username);
    expect(listed).toEqual(expected.map(({ username }) => username));
    expect(listed.length).toBeGreaterThanOrEqual(1201);
  });
});
