import { createHmac } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ApiResponse } from '../../support/api-client.js';
import { ISSUER_SECRET } from '../../support/credentials.js';

/** Expects 401 in the words of the specification (Errors, case rule 7). */
export function expectUnauthorized({ status, body, headers }: ApiResponse): void {
  expect({ status, body }).toEqual({
    status: 401,
    body: {
      message: 'invalid token',
      error: { code: 'unauthorized', message: 'invalid token', details: {} },
    },
  });
  // RFC 9110, 15.5.2: a 401 names the schemes that would do.
  expect(headers.get('www-authenticate')).toMatch(/\bBearer\b/);
}

/** Expects 403 in the words of the specification (Errors, case rule 8). */
export function expectForbidden({ status, body }: ApiResponse): void {
  expect({ status, body }).toMatchObject({
    status: 403,
    body: { message: 'not authorized', error: { code: 'forbidden', message: 'not authorized' } },
  });
}

/** Expects 400 that names the offending field. */
export function expectBadRequest({ status, body }: ApiResponse, field: string): void {
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error: { code: 'bad_request', details: { field } } },
  });
  expect(body.message).toBe(body.error.message);
}

/** The claims of a JWT that holds, but for those given; a claim that is undefined is left out. */
export function claimsWith(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: 'registry-oss',
    aud: 'registry',
    sub: 'ci',
    iat: now,
    exp: now + 600,
    scopes: ['mcp:publish'],
    resources: ['org/'],
    ...change,
  };
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

interface Crafting {
  readonly header?: object;
  readonly claims?: object;
  readonly secret?: string;
  readonly hash?: 'sha256' | 'sha384' | 'sha512';
}

/** A JWT in which header and signature need not agree: what no library would sign. */
export function craftJwt({
  header = { alg: 'HS256' },
  claims = claimsWith(),
  secret = ISSUER_SECRET,
  hash = 'sha256',
}: Crafting = {}): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}
