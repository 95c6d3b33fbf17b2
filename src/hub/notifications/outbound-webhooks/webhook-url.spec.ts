import { describe, expect, it } from '@jest/globals';
import { isWebhookUrl } from './webhook-url.js';

const TRUSTED = new Set(['http://127.0.0.1:9000', 'https://siem.internal:8443']);

const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  'something else': [undefined, null, 1, [], {}, '', 'hooks.example.com/a', 'https://', 'git@example.com:a'],
  'another scheme': [
    'http://hooks.example.com/a',
    'ssh://example.com/a',
    'git://example.com/a',
    'file:///etc/passwd',
  ],
  'a user': ['https://user@example.com/a', 'https://user:secret@example.com/a'],
  'a credential': ['https://example.com/a?token=abc', 'https://example.com/a?x=1&api_key=abc'],
  'a fragment': ['https://example.com/a#b'],
  'a control character or backslash': ['https://example.com/a\nb', 'https://example.com\\@evil.example/'],
  'a private address': [
    'https://127.0.0.1/a',
    'https://127.1/a',
    'https://2130706433/a',
    'https://0x7f000001/a',
    'https://0177.0.0.1/a',
    'https://0/a',
    'https://10.0.0.1/a',
    'https://172.16.0.1/a',
    'https://192.168.1.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/a',
    'https://[::1]/a',
    'https://[::]/a',
    'https://[fe80::1]/a',
    'https://[fd00::1]/a',
    'https://[::ffff:127.0.0.1]/a',
    'https://[::ffff:7f00:1]/a',
    'https://[64:ff9b::7f00:1]/a',
    'https://[2002:7f00:1::]/a',
  ],
  'a private name': [
    'https://localhost/a',
    'https://LOCALHOST./a',
    'https://a.localhost/a',
    'https://printer.local/a',
    'https://siem.internal/a',
    'https://siem/a',
  ],
  'another port or scheme of a trusted origin': ['http://127.0.0.1:9001/a', 'http://siem.internal:8443/a'],
};

describe.each(Object.entries(REFUSED))('the URL of a webhook is refused with %s', (_what, urls) => {
  it.each(urls)('%p', (url) => expect(isWebhookUrl(url, TRUSTED)).toBe(false));
});

describe('the URL of a webhook is accepted', () => {
  it.each([
    'https://hooks.example.com/services/T000/B000/XXXX',
    'https://hooks.example.com:8443/a?channel=alerts',
    'https://93.184.215.14/a',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/a',
    'http://127.0.0.1:9000/a',
    'https://siem.internal:8443/a',
  ])('%s', (url) => expect(isWebhookUrl(url, TRUSTED)).toBe(true));
});
