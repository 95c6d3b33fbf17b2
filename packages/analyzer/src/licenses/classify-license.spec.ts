import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { classifyLicense } from './classify-license.js';
import { licenseTextOf } from './license-text.js';
import type { LicenseGroup } from './license-group.js';

const require = createRequire(import.meta.url);
/** A license text from an installed package. */
const textFrom = (name: string, file = 'LICENSE'): string =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), file), 'utf8');
const MIT_TEXT = textFrom('express');

describe('classifyLicense does not recognize', () => {
  it.each<[string, LicenseGroup]>([
    ['UNLICENSED', 'none'],
    ['Proprietary', 'none'],
    ['NONE', 'none'],
    ['SEE LICENSE IN LICENSE.txt', 'unrecognised'],
    ['Not MIT', 'unrecognised'],
    ['MIT, but modified', 'unrecognised'],
    ['custom MIT', 'unrecognised'],
    ['MIT WITH something', 'unrecognised'],
    ['MIT/whatever', 'unrecognised'],
    ['LicenseRef', 'unrecognised'],
    ['Permitted use only', 'unrecognised'],
    ['Limited', 'unrecognised'],
    ['mitigated', 'unrecognised'],
    ['__proto__', 'unrecognised'],
    ['('.repeat(150), 'unrecognised'],
    ['x'.repeat(100_000), 'unrecognised'],
    ['MIT + Commons Clause', 'network_or_source_available'],
  ])('%s', (expression, group) => {
    expect(classifyLicense(expression, undefined)).toEqual({ id: null, group });
  });

  it('nothing', () => {
    for (const nothing of [undefined, '', '  '])
      expect(classifyLicense(nothing, nothing)).toEqual({ id: null, group: 'none' });
  });

  it('arbitrary text, without an error', () => {
    const words = fc.constantFrom(
      'MIT',
      '/',
      'OR',
      'AND',
      '(',
      ')',
      'WITH',
      '+',
      'GPL',
      'v3',
      '',
      '-',
      'License',
      'ä',
      '*',
      '[',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
        expect(classifyLicense(parts.join(' '), undefined).group).toEqual(expect.any(String));
        expect(classifyLicense(parts.join(''), parts.join('\n')).group).toEqual(expect.any(String));
      }),
      { numRuns: 2000 },
    );
  });

  it('any text', () => {
    expect(classifyLicense(undefined, 'You may look at it.')).toEqual({ id: null, group: 'unrecognised' });
  });

  it('a permissive license with a condition before it', () => {
    expect(classifyLicense(undefined, `"Commons Clause" License Condition v1.0\n\n${MIT_TEXT}`)).toEqual({
      id: null,
      group: 'network_or_source_available',
    });
  });

  it('a license text that contradicts the manifest', () => {
    expect(classifyLicense('UNLICENSED', MIT_TEXT)).toEqual({ id: null, group: 'none' });
    expect(classifyLicense('GPL-3.0-only', MIT_TEXT).id).toBe('GPL-3.0-only');
  });
});

describe('classifyLicense by expression', () => {
  it.each<[string, string, LicenseGroup]>([
    ['MIT', 'MIT', 'permissive'],
    ['mit', 'MIT', 'permissive'],
    [' Apache 2.0 ', 'Apache-2.0', 'permissive'],
    ['Apache License, Version 2.0', 'Apache-2.0', 'permissive'],
    ['Apache Software License', 'Apache-2.0', 'permissive'],
    ['ISC License (ISCL)', 'ISC', 'permissive'],
    ['MPL-2.0', 'MPL-2.0', 'weak_copyleft'],
    ['LGPL-2.1-or-later', 'LGPL-2.1-or-later', 'weak_copyleft'],
    [
      'GPL-2.0-only WITH Classpath-exception-2.0',
      'GPL-2.0-only WITH Classpath-exception-2.0',
      'weak_copyleft',
    ],
    ['GPL-3.0-or-later', 'GPL-3.0-or-later', 'strong_copyleft'],
    ['GNU General Public License v3 or later (GPLv3+)', 'GPL-3.0-or-later', 'strong_copyleft'],
    ['AGPL-3.0-only', 'AGPL-3.0-only', 'network_or_source_available'],
    ['SSPL-1.0', 'SSPL-1.0', 'network_or_source_available'],
    ['BUSL-1.1', 'BUSL-1.1', 'network_or_source_available'],
    ['Elastic License 2.0', 'Elastic-2.0', 'network_or_source_available'],
    ['LicenseRef-Own', 'LicenseRef-Own', 'unrecognised'],
  ])('%s is %s', (expression, id, group) => {
    expect(classifyLicense(expression, undefined)).toEqual({ id, group });
  });

  it.each<[string, string, LicenseGroup]>([
    ['(MIT OR GPL-3.0-only)', 'MIT OR GPL-3.0-only', 'permissive'],
    ['MIT AND GPL-3.0-only', 'MIT AND GPL-3.0-only', 'strong_copyleft'],
    ['MIT/Apache-2.0', 'MIT OR Apache-2.0', 'permissive'],
    ['MIT OR LicenseRef-Own', 'MIT OR LicenseRef-Own', 'permissive'],
    ['MIT AND LicenseRef-Own', 'MIT AND LicenseRef-Own', 'unrecognised'],
    ['MIT AND (AGPL-3.0-only OR MPL-2.0)', 'MIT AND (AGPL-3.0-only OR MPL-2.0)', 'weak_copyleft'],
    ['MIT AND AGPL-3.0-only OR MPL-2.0', 'MIT AND AGPL-3.0-only OR MPL-2.0', 'weak_copyleft'],
  ])(
    '%s takes the most permissive of alternatives, and the strictest of a conjunction',
    (expression, id, group) => {
      expect(classifyLicense(expression, undefined)).toEqual({ id, group });
    },
  );
});

describe('classifyLicense by text', () => {
  it.each([
    ['express', 'LICENSE', 'MIT'],
    ['semver', 'LICENSE', 'ISC'],
    ['typescript', 'LICENSE.txt', 'Apache-2.0'],
    ['qs', 'LICENSE.md', 'BSD-3-Clause'],
    ['esprima', 'LICENSE.BSD', 'BSD-2-Clause'],
    ['tslib', 'LICENSE.txt', '0BSD'],
  ])('that of %s is %s', (name, file, id) => {
    expect(classifyLicense(undefined, textFrom(name, file)).id).toBe(id);
    expect(classifyLicense('SEE LICENSE IN LICENSE', textFrom(name, file)).id).toBe(id);
  });

  it.each([
    [
      '                    GNU AFFERO GENERAL PUBLIC LICENSE\n   Version 3, 19 November 2007',
      'AGPL-3.0-only',
    ],
    [
      'GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007 … the GNU General Public License',
      'LGPL-3.0-only',
    ],
    ['GNU GENERAL PUBLIC LICENSE\n Version 3 … under the GNU Affero General Public License', 'GPL-3.0-only'],
    ['GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991', 'GPL-2.0-only'],
    [
      'Mozilla Public License Version 2.0\n “Covered Software” … GNU General Public License, Version 2.0',
      'MPL-2.0',
    ],
    ['Server Side Public License\n VERSION 1, OCTOBER 16, 2018', 'SSPL-1.0'],
    ['Business Source License 1.1\nParameters … Additional Use Grant: None', 'BUSL-1.1'],
    ['Elastic License 2.0 … as a hosted or managed service', 'Elastic-2.0'],
    ['This is free and unencumbered software released into the public domain.', 'Unlicense'],
  ])('%j is %s', (text, id) => {
    expect(classifyLicense(undefined, text).id).toBe(id);
  });

  it('takes the first license in a text, in comments and quotes of any kind', () => {
    const commented = (text: string): string => text.replaceAll(/^/gm, ' * ').replaceAll('"', '“');
    const text = `/*\n${commented(MIT_TEXT)}\n*/\nIncludes work under:\n${textFrom('typescript', 'LICENSE.txt')}`;
    expect(classifyLicense(undefined, text).id).toBe('MIT');
  });

  it('accepts a license text in place of its name', () => {
    expect(classifyLicense(MIT_TEXT, undefined).id).toBe('MIT');
  });
});

describe('licenseTextOf', () => {
  const of = (...paths: readonly string[]): string | undefined =>
    licenseTextOf(new Map(paths.map((path) => [path, Buffer.from(path)])));

  it('returns the license of the package itself', () => {
    expect(of('README.md', 'src/LICENSE')).toBeUndefined();
    expect(of('LICENSE-APACHE', 'LICENSE.md', 'a/LICENSE')).toBe('LICENSE.md');
    expect(of('licence.txt')).toBe('licence.txt');
    expect(of('COPYING')).toBe('COPYING');
  });
});
