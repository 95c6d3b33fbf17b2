import { expect } from '@jest/globals';
import type { ApiResponse } from './api-client.js';

/** The limit of an error body that older clients can read completely. */
const MAX_ERROR_BYTES = 1024;

const CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  501: 'not_implemented',
  503: 'unavailable',
};

/** A response of `ApiClient` or of `exchange`. */
type Answer = Pick<ApiResponse, 'status' | 'body' | 'bytes'>;

/** Expects the registry's error body with the code of the status and optionally the name of the invalid field. */
export function expectRefused({ status, body, bytes }: Answer, expected: number, field?: string): void {
  expect({ status, code: body?.error?.code }).toEqual({ status: expected, code: CODES[expected] });
  const { message, details } = body.error as { message: string; details: { hint?: string } };
  expect(body.message).toBe(details.hint === undefined ? message : `${message}: ${details.hint}`);
  expect(bytes.length).toBeLessThan(MAX_ERROR_BYTES);
  if (field !== undefined) expect(body.error.details).toMatchObject({ field });
}

/** Expects 401 with its text (registry contract 15) and the given reason. */
export function expectUnauthorized(
  { status, body, headers }: Pick<ApiResponse, 'status' | 'body' | 'headers'>,
  reason?: string,
): void {
  expect({ status, body }).toEqual({
    status: 401,
    body: {
      message: expect.stringMatching(/^invalid token(: |$)/),
      error: {
        code: 'unauthorized',
        message: 'invalid token',
        details: expect.objectContaining({ reason: reason ?? expect.any(String) }),
      },
    },
  });
  expectSchemes(headers);
}

/** Expects 401 for a request without credentials, with instructions to get some. */
export function expectSignInFirst({
  status,
  body,
  headers,
}: Pick<ApiResponse, 'status' | 'body' | 'headers'>): void {
  expect({ status, body }).toMatchObject({
    status: 401,
    body: {
      message: expect.stringMatching(/^sign in first: /),
      error: {
        code: 'unauthorized',
        message: 'sign in first',
        details: { reason: 'missing', hint: expect.any(String) },
      },
    },
  });
  expectSchemes(headers);
}

// RFC 9110, 15.5.2: a 401 lists the accepted schemes.
const expectSchemes = (headers: Headers): void =>
  expect(headers.get('www-authenticate')).toMatch(/\bBearer\b/);

/** Expects 403 with its text (registry contract 15). */
export function expectForbidden({ status, body }: ApiResponse): void {
  expect({ status, body }).toMatchObject({
    status: 403,
    body: { message: 'not authorized', error: { code: 'forbidden', message: 'not authorized' } },
  });
}
