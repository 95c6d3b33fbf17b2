import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { OutgoingError } from '../common/http/api-surface.js';
import { HTTP_STATUS, type ErrorKind } from '../common/errors/error-kind.js';
import { registryErrorBody } from './registry.surface.js';

interface Body {
  readonly message: string;
  readonly error: { readonly code: string; readonly message: string; readonly details: object };
}

const bodyOf = (error: Partial<OutgoingError>): Body =>
  registryErrorBody({
    kind: 'bad_request',
    message: 'm',
    details: {},
    requestId: 'r',
    ...error,
  }) as Body;

const bytesOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body));

const longText = (units: readonly string[]): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...units), maxLength: 800, size: 'max' });
const anyText = fc.oneof(
  longText(['a', ' ']),
  longText(['ä', '語', '😀']),
  longText(['"', '\\', '\u0000', '\u001f', '\n']),
  longText(['a', '語', '\u0001', '😀']),
  longText(['\ud83d', '\ude00']),
  fc.string({ unit: 'binary', maxLength: 500, size: 'max' }),
  fc.string(),
);

describe('the registry’s error body', () => {
  it.each([
    ['bad_request', 400],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['request_timeout', 408],
    ['conflict', 409],
    ['payload_too_large', 413],
    ['unsupported_media_type', 415],
    ['range_not_satisfiable', 416],
    ['headers_too_large', 431],
    ['internal_error', 500],
    ['not_implemented', 501],
    ['unavailable', 503],
  ] satisfies [ErrorKind, number][])('answers %s with %i and the kind as its code', (kind, status) => {
    expect(HTTP_STATUS[kind]).toBe(status);
    expect(bodyOf({ kind }).error.code).toBe(kind);
  });

  it('carries a top-level message beside error, and the details', () => {
    const details = { field: 'version', rule: 'must be a semantic version' };
    expect(bodyOf({ message: 'version must be a semantic version', details })).toEqual({
      message: 'version must be a semantic version',
      error: { code: 'bad_request', message: 'version must be a semantic version', details },
    });
  });

  it.each([
    ['a long message', 'a'.repeat(5000)],
    ['a long message of letters of three bytes', '語'.repeat(5000)],
    ['a long message of letters of four bytes', '😀'.repeat(5000)],
    ['300 letters of three bytes', '語'.repeat(300)],
    ['control characters, six bytes each in JSON', '\u0001'.repeat(300)],
    ['quotation marks and backslashes', '"\\'.repeat(150)],
  ])('stays under 1 KiB with %s', (_what, message) => {
    const body = bodyOf({ message });
    expect(bytesOf(body)).toBeLessThan(1024);
    expect(body.error.message).toBe(body.message);
  });

  it('stays under 1 KiB, and in its form, for any message and details', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.oneof(
          fc.dictionary(fc.string(), fc.jsonValue()),
          anyText.map((rule) => ({ field: 'x', rule })),
        ),
        (message, details) => {
          const body = bodyOf({ message, details });
          expect(bytesOf(body)).toBeLessThan(1024);
          expect(body.message).toBe(body.error.message);
          expect(typeof body.error.details).toBe('object');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps a short message whole, and the beginning of a long one', () => {
    expect(bodyOf({ message: 'version must be a semantic version' }).message).toBe(
      'version must be a semantic version',
    );
    const { message } = bodyOf({ message: `manifest_json ${'語'.repeat(1000)}` });
    expect(message).toMatch(/^manifest_json 語{20}/);
  });

  it('does not cut a character in two', () => {
    for (const lead of ['', 'a']) {
      expect(bodyOf({ message: lead + '😀'.repeat(400) }).message.isWellFormed()).toBe(true);
    }
  });

  it('drops details that do not fit rather than the message', () => {
    const body = bodyOf({ message: 'm', details: { rule: '語'.repeat(400) } });
    expect(body.error).toEqual({ code: 'bad_request', message: 'm', details: {} });
  });
});
