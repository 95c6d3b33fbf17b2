import { describe, expect, it } from '@jest/globals';
import { SanitizedFor } from '../../src/engine/values/taint.js';
import type { LanguageName } from '../../src/ir/program.js';
import { goHandler, pythonHandler } from '../support/flow-rows.js';
import { runSource } from '../support/run-source.js';

/** The uses for which the value in `sink` is harmless. */
async function usesOf(language: LanguageName, code: string): Promise<string> {
  const { sinks } = await runSource(language, code);
  const taints = sinks.flatMap((sink) => sink.taints);
  expect(taints.length).toBeGreaterThan(0);
  const bits = taints.reduce((all, { sanitizedFor }) => all & sanitizedFor, -1);
  return Object.entries(SanitizedFor)
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([name]) => name)
    .join(' ');
}

const EVERYTHING = Object.keys(SanitizedFor)
  .filter((name) => name !== 'HOP')
  .join(' ');
/** Letters, digits, `+`, `/` and `=`. */
const BASE64 = 'SHELL ARGUMENT CODE SQL QUERY TEMPLATE';
const ADDRESS = 'SHELL ARGUMENT CODE PATH SQL TEMPLATE LINKS';
const IDENTIFIER = 'SHELL PATH SQL URL LINKS';

describe('encoders and parsers of JavaScript', () => {
  it.each([
    ['btoa(x)', BASE64],
    ['encodeURIComponent(x)', 'SHELL PATH URL LINKS HTML'],
    ['decodeURIComponent(encodeURIComponent(x))', ''],
    ['require("he").escape(x)', 'HTML'],
    ['x.replaceAll("<", "&lt;")', 'HTML'],
    ['JSON.stringify(x)', 'CODE PARSED'],
    ['JSON.parse(x)', 'PARSED FIELDS'],
    ['x.slice(0, 8)', 'SECRET'],
    ['x.slice(0, 9)', ''],
    ['x.slice(2, 10)', 'SECRET'],
    ['x.slice(2, 11)', ''],
    ['x.slice(-8)', 'SECRET'],
    ['x.slice(-9)', ''],
    ['x.slice(-10, -2)', 'SECRET'],
    ['x.slice(-10, -1)', ''],
    ['x.slice(-4, 8)', ''],
    ['x.slice(2, -1)', ''],
    ['x.slice(2)', ''],
    ['x.slice(y, 8)', ''],
    ['x.slice(0, y)', ''],
    ['require("node:crypto").createHash("sha256").update(x).digest("hex")', EVERYTHING],
  ])('%s', async (expression, uses) => {
    expect(await usesOf('javascript', `function handler(x) { sink(${expression}); }`)).toBe(uses);
  });
});

describe('encoders and parsers of Python', () => {
  it.each([
    ['base64.b64encode(x)', BASE64],
    ['urllib.parse.quote(x)', 'SHELL SQL URL REGEX HTML'],
    ['urllib.parse.quote(x, safe="")', 'SHELL PATH SQL URL REGEX LINKS HTML'],
    ['urllib.parse.quote(x, "")', 'SHELL PATH SQL URL REGEX LINKS HTML'],
    ['urllib.parse.quote(x, safe="/")', 'SHELL SQL URL REGEX HTML'],
    ['urllib.parse.quote(x, safe=y)', 'SHELL SQL URL REGEX HTML'],
    ['urllib.parse.quote_plus(x)', 'SHELL PATH SQL URL REGEX LINKS HTML'],
    ['urllib.parse.urlencode({"x": x})', 'SHELL PATH SQL URL REGEX LINKS HTML'],
    ['urllib.parse.unquote(urllib.parse.quote(x))', ''],
    ['ipaddress.IPv4Address(x)', ADDRESS],
    // The name of its zone may be any text.
    ['ipaddress.ip_address(x)', ''],
    ['uuid.UUID(x)', EVERYTHING],
    ['datetime.datetime.strptime(x, "%Y-%m-%d")', EVERYTHING],
    ['html.escape(x)', 'HTML'],
    ['html.unescape(html.escape(x))', ''],
    ['json.loads(x)', 'PARSED FIELDS'],
    ['pathvalidate.sanitize_filename(x)', 'PATH LINKS'],
    ['werkzeug.utils.secure_filename(x)', 'SHELL PATH SQL LINKS'],
  ])('%s', async (expression, uses) => {
    const imports =
      'import base64, datetime, html, ipaddress, json, urllib.parse, uuid, pathvalidate, werkzeug.utils';
    expect(await usesOf('python', pythonHandler(imports, `sink(${expression})`))).toBe(uses);
  });

  it.each([
    ['ipaddress.IPv4Address(x)', ADDRESS],
    // The name of its zone may be any text.
    ['ipaddress.ip_address(x)', ''],
    ['uuid.UUID(x)', IDENTIFIER],
    ['datetime.datetime.strptime(x, "%Y-%m-%d")', EVERYTHING],
    ['datetime.datetime.strptime(x, "%Y/%m")', ''],
    ['datetime.datetime.strptime(x, y)', ''],
  ])('%s proves of x', async (statement, uses) => {
    const imports = 'import datetime, ipaddress, uuid';
    expect(await usesOf('python', pythonHandler(imports, statement, 'sink(x)'))).toBe(uses);
  });
});

describe('encoders and parsers of Go', () => {
  it.each([
    ['net/url', 'url.QueryEscape(x)', 'SHELL PATH SQL URL LINKS HTML'],
    ['net/url', 'url.PathEscape(x)', 'PATH SQL URL LINKS'],
    ['net/url', 'url.Values{"x": {x}}.Encode()', 'SHELL PATH SQL URL LINKS HTML'],
    ['html', 'html.EscapeString(x)', 'HTML'],
    ['net', 'net.ParseIP(x)', ADDRESS],
    ['github.com/google/uuid', 'uuid.MustParse(x)', EVERYTHING],
  ])('%s: %s', async (imports, expression, uses) => {
    expect(await usesOf('go', goHandler(imports, '', `sink(${expression})`))).toBe(uses);
  });

  it.each([
    ['net', 'if net.ParseIP(x) == nil { return nil }', ADDRESS],
    ['github.com/google/uuid', 'if uuid.Validate(x) != nil { return nil }', IDENTIFIER],
    ['github.com/google/uuid', '_, err := uuid.Parse(x); if err != nil { return err }', IDENTIFIER],
    ['time', '_, err := time.Parse("2006-01-02", x); if err != nil { return err }', EVERYTHING],
    ['time', '_, err := time.Parse("2006/01", x); if err != nil { return err }', ''],
  ])('%s: %s proves of x', async (imports, statement, uses) => {
    expect(await usesOf('go', goHandler(imports, '', ...statement.split('; '), 'sink(x)'))).toBe(uses);
  });
});
