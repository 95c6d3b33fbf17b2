import { describe, expect, it } from '@jest/globals';
import { ApiFailure } from './api-failure.ts';
import { fieldOf, fieldText, textOf } from './failure-text.ts';

const failure = (message: string, status = 400, field?: string) =>
  new ApiFailure(status, 'error', message, field);

describe('a failure about a field of a form', () => {
  it.each([
    ['name must not be empty', 'name', 'Must not be empty.'],
    ['urls.0.url must begin with https', 'urls', 'Must begin with https.'],
    ['scopes[1] must be known', 'scopes', 'Must be known.'],
  ])('%j is about %s, which reads %j', (message, field, text) => {
    expect([fieldOf(failure(message), ['other', field]), fieldText(failure(message))]).toEqual([field, text]);
  });

  it('may name the field beside its message', () => {
    const named = failure('no such user', 404, 'username');
    expect([fieldOf(named, ['username']), fieldText(named)]).toEqual(['username', 'No such user.']);
  });

  it.each([
    ['another field', failure('slug is taken', 409)],
    ['a right', failure('name of the role is missing', 403)],
    ['no request', new Error('name must not be empty')],
  ])('is not one about %s', (_what, error) => {
    expect(fieldOf(error, ['name'])).toBeUndefined();
  });
});

it('a refusal says when to try again, once', () => {
  const refused = (message: string) => new ApiFailure(429, 'error', message, undefined, 7);
  expect(textOf(refused('too many requests'))).toBe('Too many requests. Try again in 7 seconds.');
  expect(textOf(refused('too many requests, try again later'))).toBe('Too many requests, try again later.');
});
