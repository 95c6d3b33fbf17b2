import { expect, it } from '@jest/globals';
import { canonicalUuid, isUuid, nameUuid } from './uuid.js';

it('the UUID of a name is that of the example in RFC 9562, A.4', () => {
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  expect(nameUuid(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  expect(isUuid(nameUuid(dns, 'é'))).toBe(true);
  expect(nameUuid(dns, 'a')).not.toBe(nameUuid(dns, 'b'));
});

it('a UUID in either case has one form, and nothing else is changed', () => {
  const id = '2ed6657d-e927-568b-95e1-2665a8aea6a2';
  expect([id, id.toUpperCase(), '2ED6657d-e927-568b-95e1-2665A8AEA6A2'].map(canonicalUuid)).toEqual([
    id,
    id,
    id,
  ]);
  const others = ['2ED6657D', `${id.toUpperCase()} `, '', 7, null, undefined, [id.toUpperCase()]];
  expect(others.map(canonicalUuid)).toEqual(others);
});
