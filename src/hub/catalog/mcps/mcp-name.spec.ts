import { describe, expect, it } from '@jest/globals';
import { isMcpName } from './mcp-name.js';

describe('isMcpName', () => {
  it.each(['acme/files', 'A/b', '1/2', 'acme/versions2', `${'a'.repeat(39)}/${'b'.repeat(100)}`])(
    'takes %s',
    (name) => expect(isMcpName(name)).toBe(true),
  );

  it.each([
    '',
    '/',
    'acme',
    'acme/',
    '/files',
    'acme/files/more',
    'acme//files',
    'acme/-files',
    'acme/fi les',
    'acme/files\n',
    'acme/..',
    'acme/é',
    'acme/versions',
    'acme/Versions',
    `${'a'.repeat(40)}/b`,
    `a/${'b'.repeat(101)}`,
    null,
    7,
    ['acme/files'],
  ])('refuses %j', (name) => expect(isMcpName(name)).toBe(false));
});
