import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import { publish, publishRequest } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { exchange, type WireAnswer } from '../../support/wire.js';
import { expectRefused } from '../../support/refusals.js';
import { storedPackages } from '../../support/stored-versions.js';
import { resolve } from '../../support/version-requests.js';

const VALID = JSON.stringify(publishRequest('naming/files', '1.0.0'));

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

/** Sends a publish request to exactly this path. */
const publishTo = (path: string, text = VALID): Promise<WireAnswer> =>
  exchange(t, admin, ['POST', path], { 'Content-Type': 'application/json' }, Buffer.from(text));

describe('POST /v1/org/{org}/mcps/{name}/publish: names in the path', () => {
  const path = (org: string, name: string): string => `/v1/org/${org}/mcps/${name}/publish`;
  const BAD_NAMES: [string, string][] = [
    ['beginning with a hyphen', '-files'],
    ['beginning with an underscore', '_files'],
    ['that is a key of every object', '__proto__'],
    ['with a dot', 'fi.les'],
    ['a dot', '.'],
    ['two dots', '..'],
    ['two escaped dots', '%2e%2e'],
    ['dots and an escaped slash', '..%2ffiles'],
    ['with an escaped slash', 'fi%2Fles'],
    ['with an escaped backslash', 'fi%5Cles'],
    ['with a space', 'fi%20les'],
    ['with a plus', 'fi+les'],
    ['with a star', 'fi*les'],
    ['with a colon', 'fi:les'],
    ['with an at sign', '@files'],
    ['with NUL', 'files%00'],
    ['with a line break', 'files%0A'],
    ['with an umlaut', 'f%C3%BCles'],
    ['with a Cyrillic letter that looks Latin', 'fil%D0%B5s'],
    ['with a letter that lower-cases to Latin', '%E2%84%AAey'],
    ['with a doubly escaped letter', 'file%2573'],
    ['empty but for a space', '%20'],
  ];

  const expectNoTrace = async (): Promise<void> => {
    const slugs = await t.rows(
      `SELECT slug FROM registry_organization
        WHERE slug = 'naming' OR slug !~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$'`,
    );
    expect(slugs).toEqual([]);
  };

  it.each([...BAD_NAMES, ['of 101 characters', 'n'.repeat(101)] as [string, string]])(
    'answers 400 for a package name %s',
    async (_what, name) => {
      const answer = await publishTo(path('naming', name));
      expectRefused(answer, 400, 'name');
      await expectNoTrace();
    },
  );

  it.each([...BAD_NAMES, ['of 40 characters', 'o'.repeat(40)] as [string, string]])(
    'answers 400 for an organization %s',
    async (_what, org) => {
      const answer = await publishTo(path(org, 'files'));
      expectRefused(answer, 400, 'org');
      await expectNoTrace();
    },
  );

  it.each(['%', '%zz', '%ff', '%c3', '%ed%a0%80'])('answers 400 for the invalid escape %s', async (name) => {
    expectRefused(await publishTo(path('naming', name)), 400);
    await expectNoTrace();
  });

  it.each([
    ['an unescaped slash in the name', path('naming', 'fi/les')],
    ['an empty name', path('naming', '')],
    ['an empty organization', path('', 'files')],
    ['another case of the path', '/v1/Org/naming/mcps/files/publish'],
  ])('answers 404 for %s', async (_what, wrong) => {
    expectRefused(await publishTo(wrong), 404);
    await expectNoTrace();
  });

  it.each([
    ['one character', 'o/n'],
    ['39 and 100 characters', `${'o'.repeat(39)}/${'n'.repeat(100)}`],
    ['digits', '0/1'],
    ['hyphens, underscores and both cases', 'A_-z/0-_Z'],
    ['names that every object has', 'constructor/toString'],
  ])('accepts names of %s, as written', async (_what, id) => {
    expect((await publish(admin, id, '1.0.0')).status).toBe(200);
    const [org = ''] = id.split('/');
    expect(await storedPackages(t, org)).toEqual([id]);
    expect((await resolve(admin, id, '1.0.0')).body.package).toBe(id);
  });

  it('decodes an escaped ordinary letter', async () => {
    const body = JSON.stringify(publishRequest('escaped/files', '1.0.0'));
    const answer = await publishTo(path('%65scaped', 'file%73'), body);
    expect(answer.status).toBe(200);
    expect(await storedPackages(t, 'escaped')).toEqual(['escaped/files']);
  });

  it('serves //v1/… as /v1/…', async () => {
    const { status } = await fetch(`${t.url}/${path('slashes', 'files')}`, {
      method: 'POST',
      headers: { ...admin.credentials, 'Content-Type': 'application/json' },
      body: JSON.stringify(publishRequest('slashes/files', '1.0.0')),
    });
    expect(status).toBe(200);
    expect(await storedPackages(t, 'slashes')).toEqual(['slashes/files']);
  });
});
