import { expect, it } from '@jest/globals';
import { isUuid, nameUuid } from './uuid.js';

it('the UUID of a name is that of the example in RFC 9562, A.4', () => {
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  expect(nameUuid(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  expect(isUuid(nameUuid(dns, 'é'))).toBe(true);
  expect(nameUuid(dns, 'a')).not.toBe(nameUuid(dns, 'b'));
});
