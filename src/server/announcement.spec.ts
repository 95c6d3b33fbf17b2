import { describe, expect, it } from '@jest/globals';
import { announcement } from './announcement.js';

const STARTED = {
  address: 'http://127.0.0.1:8080',
  publicUrl: 'https://hub.example.com',
  hasHubUsers: true,
  seconds: 1.25,
  isTerminal: false,
};
const ADMIN = { username: 'admin', generatedPassword: 'secret-1' };

describe('the announcement', () => {
  it('contains the URL for a browser and who can sign in there', () => {
    const text = announcement(STARTED, ADMIN);
    expect(text).toContain('\n  In a browser: https://hub.example.com\n');
    expect(text).toContain('\n  First administrator: admin\n  Password (shown this once): secret-1\n');
    expect(text).not.toContain('Nobody');
  });

  it('states that nobody can sign in to the hub without an identity provider, and what the password is for', () => {
    expect(announcement({ ...STARTED, hasHubUsers: false }, ADMIN)).toContain(
      '\n  Password (shown this once): secret-1\n' +
        '  Nobody can sign in to the hub until an identity provider is configured (IDP_DOMAIN); admin is an account of the registry only.\n',
    );
  });
});
