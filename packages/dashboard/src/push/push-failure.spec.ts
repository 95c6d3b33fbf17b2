import { describe, expect, it } from '@jest/globals';
import { ApiFailure } from '../api/api-failure.ts';
import { explain } from './push-failure.ts';

const failure = (status: number, message: string): ApiFailure => new ApiFailure(status, 'error', message);

describe('explain', () => {
  it.each([
    [failure(400, 'mcp_version must be a semantic version'), 'version', 'It must be a semantic version'],
    [failure(400, 'bundle_digest is not that of the body'), 'file', 'It is not that of the body'],
    [failure(409, 'version 1.0.0 is certified'), 'version', 'Version 1.0.0 is certified.'],
    [failure(404, 'organization not found'), 'name', 'You may not push to this organization.'],
    [failure(413, 'the body is too large'), 'file', 'The body is too large.'],
    [failure(500, 'internal error.'), undefined, 'Internal error.'],
  ])('%s', (given, field, message) => {
    const explained = explain(given);
    expect(explained.field).toBe(field);
    expect(explained.message.startsWith(message)).toBe(true);
  });
});
