import { describe, expect, it } from '@jest/globals';
import { Doubt, SanitizedFor } from '../engine/values/taint.js';
import {
  sanitizedWhenFound,
  sanitizedWhenMatching,
  sanitizedWhenMissing,
  sanitizedWhenRemoved,
} from './allowed-characters.js';

const BITS = Object.entries({ ...SanitizedFor, ...Doubt });

/** The names of bits, in the order of their declaration. */
const named = (bits: number): string =>
  BITS.filter(([, bit]) => (bits & bit) !== 0)
    .map(([name]) => name)
    .join(' ');

const WORD = 'SHELL ARGUMENT CODE PATH SQL QUERY URL REGEX TEMPLATE DATA LINKS UP HTML';
/** Nothing but its path below a folder and its use as text. */
const DOTTED_WORD = 'SHELL ARGUMENT PATH SQL REGEX LINKS UP HTML';

describe('a text that matches a pattern as a whole', () => {
  it.each([
    ['^[a-z]+$', '', WORD],
    ['\\A[a-z]+\\z', '', WORD],
    ['\\A[a-z]+\\Z', '', WORD],
    ['^[a-z]+$', 'i', WORD],
    ['(?i)^[a-z]+$', '', WORD],
    // A line of it only.
    ['^[a-z]+$', 'm', ''],
    ['(?m)^[a-z]+$', '', ''],
    // Spaces have no meaning.
    ['^[a-z]+$', 'x', ''],
    ['(?x)^[a-z]+$', '', ''],
    ['(?ix)^[a-z]+$', '', ''],
    // Anchored at one end, or none.
    ['^[a-z]+', '', ''],
    ['[a-z]+$', '', ''],
    ['[a-z]+', '', ''],
    ['^a|b$', '', ''],
    ['^(?:a|b)$', '', WORD],
    ['^(a(b|c))$', '', WORD],
    ['^[a|]$', '', 'ARGUMENT CODE PATH SQL QUERY URL TEMPLATE DATA LINKS UP HTML'],
    ['^a\\|$', '', 'ARGUMENT CODE PATH SQL QUERY URL TEMPLATE DATA LINKS UP HTML'],
    ['^\\(a|b\\)$', '', ''],
    ['^[(]a|b[)]$', '', ''],
    ['^[)]a|b$', '', ''],
    // Dots, but no two in a row.
    ['^[a-z]+\\.txt$', '', DOTTED_WORD],
    ['^[a-z.]+$', '', 'SHELL ARGUMENT PATH SQL REGEX LINKS HTML'],
    ['^[a-z]+/[a-z]+$', '', 'SHELL ARGUMENT CODE PATH SQL QUERY REGEX TEMPLATE DATA UP HTML'],
    ['^/[a-z]+$', '', 'SHELL ARGUMENT CODE SQL QUERY REGEX TEMPLATE DATA SLASH UP HTML'],
    ['^[a-z\\\\]+$', '', 'ARGUMENT UP HTML'],
    ['^[a-z-]+$', '', 'SHELL CODE PATH SQL QUERY URL REGEX TEMPLATE DATA LINKS UP HTML'],
    ['^[a-z][a-z-]*$', '', WORD],
    // A pattern that does not limit the characters.
    ['^.+$', '', 'PATTERN'],
    ['^[^a]+$', '', 'PATTERN'],
    // Only the host is fixed.
    ['^https://api\\.example\\.com/.*$', '', 'URL PATTERN'],
    ['^http://api\\.example\\.com/', '', 'URL'],
    ['^https:\\/\\/example\\/', '', 'URL'],
    ['^https://example$', '', 'SHELL ARGUMENT CODE PATH SQL REGEX TEMPLATE UP HTML'],
    ['^https://[^/]+/', '', ''],
    ['^https://example', '', ''],
    ['https://example/', '', ''],
  ])('/%s/%s', (pattern, flags, expected) => {
    expect(named(sanitizedWhenMatching(pattern, flags))).toBe(expected);
  });

  it.each([
    ['[a-z]+', '', WORD],
    ['^[a-z]+$', '', WORD],
    ['a|b', '', WORD],
    ['[a-z]+', 'm', WORD],
    ['[a-z]+', 'x', ''],
    ['.+', '', 'PATTERN'],
  ])('by fullmatch: /%s/%s', (pattern, flags, expected) => {
    expect(named(sanitizedWhenMatching(pattern, flags, true))).toBe(expected);
  });
});

describe('the part of a text that a pattern finds', () => {
  it.each([
    ['[a-z]+', '', WORD],
    ['^[a-z]+', '', WORD],
    ['[a-z]+$', '', WORD],
    ['\\A[a-z]+\\Z', '', WORD],
    ['\\A[a-z]+\\z', '', WORD],
    ['[a-z.]+', '', 'SHELL ARGUMENT PATH SQL REGEX LINKS HTML'],
    ['[a-z]+', 'x', ''],
    ['.+', '', ''],
  ])('/%s/%s', (pattern, flags, expected) => {
    expect(named(sanitizedWhenFound(pattern, flags))).toBe(expected);
  });
});

describe('a text in which a pattern is not found', () => {
  it.each([
    // Without any other character.
    ['[^a-z]', '', WORD],
    ['[^a-z]+', '', WORD],
    ['[^a-z]', 'i', WORD],
    ['[^a-z.]', '', 'SHELL ARGUMENT PATH SQL REGEX LINKS HTML'],
    ['[^a-z]', 'g', ''],
    ['[^a-z]', 'y', ''],
    ['[^a-z]', 'x', ''],
    ['[^a-z]*', '', ''],
    ['[^a-z]b', '', ''],
    ['[^\\]a]', '', 'ARGUMENT CODE PATH SQL QUERY URL TEMPLATE DATA LINKS UP HTML'],
    // Without a separator, or two dots.
    ['/', '', 'PATH LINKS'],
    ['\\/', '', 'PATH LINKS'],
    ['\\/+', '', 'PATH LINKS'],
    ['[/\\\\]', '', 'PATH LINKS'],
    ['[/\\\\]+', '', 'PATH LINKS'],
    ['[/.]', '', 'PATH LINKS UP'],
    ['\\.', '', 'UP'],
    ['\\.\\.', '', 'UP'],
    ['\\.\\.+', '', 'UP'],
    ['\\.{2}', '', 'UP'],
    ['\\.{2,}', '', 'UP'],
    ['[.]{2}', '', 'UP'],
    ['\\.{3}', '', ''],
    ['\\.\\./', '', ''],
    ['^-', '', 'ARGUMENT'],
    ['-', '', ''],
    ['^-|/', '', 'ARGUMENT PATH LINKS'],
    ['\\.\\.|/', '', 'PATH LINKS UP'],
    ['(\\.\\.|/)', '', 'PATH LINKS UP'],
    ['(?:\\.\\.|/)', '', 'PATH LINKS UP'],
    ['[|]|/', '', 'PATH LINKS'],
    ['[(]|/', '', 'PATH LINKS'],
    ['[)]|/', '', 'PATH LINKS'],
    ['\\||/', '', 'PATH LINKS'],
    ['(a|/)b', '', ''],
    ['a|b', '', ''],
    // The list says what is dangerous, which proves nothing.
    ['[;&|`$]', '', ''],
    ['/', 'g', ''],
    ['/', 'y', ''],
    ['/', 'x', ''],
  ])('/%s/%s', (pattern, flags, expected) => {
    expect(named(sanitizedWhenMissing(pattern, flags))).toBe(expected);
  });
});

describe('a text after all matches have been replaced', () => {
  it.each([
    ['[^a-z]', 'g', '', WORD],
    ['[^a-z]+', 'g', '', WORD],
    ['[^a-z]*', 'g', '', WORD],
    ['[^a-z]', 'gi', '', WORD],
    ['[^a-z]', 'g', '_', WORD],
    ['[^a-z]', 'g', '-', 'SHELL CODE PATH SQL QUERY URL REGEX TEMPLATE DATA LINKS UP HTML'],
    ['[^a-z]', 'g', '.', 'SHELL ARGUMENT PATH SQL REGEX LINKS HTML'],
    ['[^a-z]', 'g', ';', ''],
    ['[^a-z]', '', '', ''],
    ['[^a-z]b', 'g', '', ''],
    // Escaping by hand.
    ['[.*+?^${}()|[\\]\\\\]', 'g', '\\$&', 'REGEX'],
    ['[.*+?^${}|[\\]\\\\]', 'g', '\\$&', ''],
    ['[.*+?^${}()|]', 'g', '\\$&', ''],
    ['[.*+?^${}()|[\\]\\\\]', 'g', '$&', ''],
    ["'", 'g', "\\'", 'QUOTES'],
    ['"', 'g', '\\"', 'QUOTES'],
    ['["\']', 'g', '\\$&', 'QUOTES'],
    ['"', 'g', '\\', ''],
    ["'", 'g', "'\\''", 'SHELL'],
    ['"', 'g', "'\\''", ''],
    ["'", 'g', "''", 'SQL'],
    ["\\'", 'g', "''", 'SQL'],
    ['"', 'g', '""', 'SQL'],
    ['`', 'g', '``', 'SQL'],
    [']', 'g', ']]', 'SQL'],
    ['\\]', 'g', ']]', 'SQL'],
    ["'", 'g', '""', ''],
    ["'", 'g', '', ''],
    ["'", '', "''", ''],
    ['a', 'g', 'aa', ''],
    // Characters that begin markup.
    ['<', 'g', '&lt;', 'HTML'],
    ['[<>&"]', 'g', '', 'HTML'],
    ['<', 'g', '<<', ''],
    ['<', '', '&lt;', ''],
    ['<b>', 'g', '', ''],
    // Separators and dots of paths.
    ['/', 'g', '', 'PATH LINKS'],
    ['[/\\\\]', 'g', '_', 'PATH LINKS'],
    ['[/\\\\]+', 'g', '_', 'PATH LINKS'],
    ['/', 'g', '//', ''],
    ['/a', 'g', '', ''],
    ['..', 'g', '', 'UP'],
    ['\\.\\.', 'g', '', 'UP'],
    ['\\.{2,}', 'g', '_', 'UP'],
    ['\\.+', 'g', '_', 'UP'],
    ['\\.\\.', 'g', '.', ''],
    ['..', 'g', '.', ''],
    ['\\.\\./', 'g', '', ''],
    ['\\.\\.', '', '', ''],
  ])('/%s/%s by "%s"', (pattern, flags, filling, expected) => {
    expect(named(sanitizedWhenRemoved(pattern, flags, filling))).toBe(expected);
  });
});
