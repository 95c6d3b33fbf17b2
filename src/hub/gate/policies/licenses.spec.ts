import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isLicenseId, licenseKey, licensesIn } from './licenses.js';

describe('isLicenseId', () => {
  it.each(['MIT', 'Apache-2.0', 'GPL-2.0+', 'LicenseRef-acme', 'DocumentRef-a.b:LicenseRef-c', '0BSD'])(
    'accepts %s',
    (id) => expect(isLicenseId(id)).toBe(true),
  );
  it.each(['', 'AND', 'or', 'With', 'MIT OR ISC', 'a/b', '+', 'MIT\n', '-MIT', 'a'.repeat(102)])(
    'refuses %p',
    (id) => expect(isLicenseId(id)).toBe(false),
  );
});

describe('licenseKey', () => {
  it.each([
    ['MIT', 'mit'],
    ['GPL-3.0', 'gpl-3.0-only'],
    ['GPL-3.0-only', 'gpl-3.0-only'],
    ['LGPL-2.1+', 'lgpl-2.1-or-later'],
    ['AGPL-3.0-or-later', 'agpl-3.0-or-later'],
    ['Apache-2.0', 'apache-2.0'],
  ])('of %s is %s', (id, key) => {
    expect(licenseKey(id)).toBe(key);
  });
});

describe('licensesIn', () => {
  it.each([
    ['MIT', ['mit']],
    ['MIT OR Apache-2.0', ['mit', 'apache-2.0']],
    ['(MIT AND (BSD-3-Clause or ISC))', ['mit', 'bsd-3-clause', 'isc']],
    ['GPL-2.0-only WITH Classpath-exception-2.0 OR MIT', ['gpl-2.0-only', 'mit']],
    ['LGPL-2.1-only with nokia-qt-exception-1.1', ['lgpl-2.1-only']],
    ['MIT OR mit OR MIT', ['mit']],
    ['GPL-3.0', ['gpl-3.0-only']],
    ['GPL-2.0+', ['gpl-2.0-or-later']],
    ['apache-2.0+', ['apache-2.0+']],
    ['GPL-2.0-with-GCC-exception', ['gpl-2.0-with-gcc-exception', 'gpl-2.0-only']],
    ['LicenseRef-acme', ['licenseref-acme']],
    ['DocumentRef-a.b:LicenseRef-c', ['documentref-a.b:licenseref-c']],
  ])('are all licenses in %s', (expression, keys) => {
    expect(licensesIn(expression)).toEqual(keys);
  });

  it.each([
    '',
    ' ',
    'NOASSERTION',
    'MIT OR',
    'OR MIT',
    'MIT ISC',
    'MIT ORISC',
    '(MIT',
    'MIT)',
    ')MIT(',
    '()',
    '('.repeat(1000),
    'SEE LICENSE IN LICENSE.txt',
    'custom: https://example.com',
    'MIT OR NoAssertion',
    'a'.repeat(1001),
    'NONE',
    'GPLv3',
    'GPL3',
    'GPL',
    'UNKNOWN',
    'Other',
    'UNLICENSED',
    'custom',
    'GPL-3.0-only+',
    'MIT OR GPLv3',
    'LicenseRef-acme+',
    'DocumentRef-a:GPL-3.0-only',
    'MIT WITH GPL-3.0-only',
    'MIT WITH LicenseRef-acme',
    'Classpath-exception-2.0',
    'toString',
    '__proto__',
  ])('are undefined for "%s"', (expression) => {
    expect(licensesIn(expression)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void licensesIn(text)));
  });
});
