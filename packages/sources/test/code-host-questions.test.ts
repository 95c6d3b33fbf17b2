import { describe, expect, it } from '@jest/globals';
import { findRef, isBefore, repositoryFacts } from '../src/code-hosts/ask-code-host.js';
import type { CodeHost } from '../src/code-hosts/code-host.js';
import { SourceError } from '../src/source-error.js';
import { advertisement, COMMIT, fakeCodeHost, OLDER, REFS } from './support/fake-code-host.js';
import { body, json, redirectTo, type Answer } from './support/listener.js';

const KINDS = ['github', 'gitlab', 'bitbucket'] as const;
const UUID = '{0a1b2c3d-0000-4000-8000-000000000000}';

/** The paths of the API of each kind, for `acme/files`. */
const PATHS: Readonly<Record<CodeHost['kind'], { readonly facts: string; readonly relation: string }>> = {
  github: {
    facts: '/api/v3/repos/acme/files',
    relation: `/api/v3/repos/acme/files/compare/${COMMIT}...${OLDER}?per_page=1&page=2`,
  },
  gitlab: {
    facts: '/api/v4/projects/acme%2Ffiles',
    relation: `/api/v4/projects/acme%2Ffiles/repository/merge_base?refs[]=${OLDER}&refs[]=${COMMIT}`,
  },
  bitbucket: {
    facts: '/2.0/repositories/acme/files',
    relation: `/2.0/repositories/acme/files/merge-base/${OLDER}..${COMMIT}`,
  },
};

const FACTS: Readonly<Record<CodeHost['kind'], { readonly answer: object; readonly id: string }>> = {
  github: { answer: { id: 1296269, html_url: 'https://github.com/acme/renamed' }, id: '1296269' },
  gitlab: { answer: { id: 278964, web_url: 'https://github.com/acme/renamed' }, id: '278964' },
  bitbucket: {
    answer: { uuid: UUID, links: { html: { href: 'https://github.com/acme/renamed' } } },
    id: UUID,
  },
};

const asked = (kind: CodeHost['kind'], answers: Readonly<Record<string, Answer>>) =>
  fakeCodeHost(answers, kind);
const refusalOf = async (question: Promise<unknown>): Promise<SourceError> => {
  const error: unknown = await question.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SourceError)) throw new Error('it was answered', { cause: error });
  return error;
};

describe.each(KINDS)('%s is asked which repository is at an address, and', (kind) => {
  it.each<[string, Answer, string]>([
    ['has none', (_request, response) => response.writeHead(404).end(), 'not_found'],
    ['limits requests', (_request, response) => response.writeHead(429).end(), 'unavailable'],
    ['does not answer with JSON', body('<html>'), 'unavailable'],
    ['answers without an id', json({ html_url: 'https://github.com/acme/files' }), 'unavailable'],
    [
      'answers with an id of another type',
      json({ id: {}, uuid: [], html_url: 'x', web_url: 'x' }),
      'unavailable',
    ],
    ['redirects to another host', redirectTo('https://example.com/'), 'refused_address'],
  ])('%s', async (_what, answer, code) => {
    const { options, spec } = await asked(kind, { [PATHS[kind].facts]: answer });
    const error = await refusalOf(repositoryFacts(spec.url, options));
    expect({ code: error.code, isUnreachable: error.isUnreachable }).toEqual({ code, isUnreachable: false });
  });

  it('is away', async () => {
    const { options, spec, host } = await asked(kind, {});
    await host.close();
    expect((await refusalOf(repositoryFacts(spec.url, options))).isUnreachable).toBe(true);
  });

  it('names its id and current address, also after a redirect', async () => {
    const { answer, id } = FACTS[kind];
    const { options, spec, host } = await asked(kind, {
      [PATHS[kind].facts]: redirectTo('/moved'),
      '/moved': json(answer),
    });
    expect(await repositoryFacts(spec.url, options)).toEqual({
      host: host.host,
      id,
      url: 'https://github.com/acme/renamed',
    });
  });
});

describe.each(KINDS)('%s is asked whether a commit is before another one, and', (kind) => {
  const question = { commit: OLDER, other: COMMIT };
  const said = (isOlder: boolean): object =>
    ({
      github: { status: isOlder ? 'behind' : 'diverged' },
      gitlab: { id: isOlder ? OLDER : 'beef1111'.repeat(5) },
      bitbucket: { hash: isOlder ? OLDER : 'beef1111'.repeat(5) },
    })[kind];

  it('does not say', async () => {
    const { options, spec } = await asked(kind, { [PATHS[kind].relation]: json({ message: 'sorry' }) });
    expect((await refusalOf(isBefore(spec.url, question, options))).code).toBe('unavailable');
    expect((await refusalOf(isBefore(spec.url, { ...question, other: '../x' }, options))).code).toBe(
      'invalid',
    );
  });

  it.each([true, false])('says %j', async (isOlder) => {
    const { options, spec } = await asked(kind, { [PATHS[kind].relation]: json(said(isOlder)) });
    expect(await isBefore(spec.url, question, options)).toBe(isOlder);
  });
});

describe('a branch or tag', () => {
  const refs = { HEAD: COMMIT, 'refs/heads/main': COMMIT, 'refs/tags/v1': OLDER, 'refs/tags/v1^{}': COMMIT };

  it('has its commit, its full name and the default branch of the repository', async () => {
    const { options, spec } = await fakeCodeHost({ [REFS]: body(advertisement(refs)) });
    const main = { commit: COMMIT, ref: 'refs/heads/main', defaultBranch: 'refs/heads/main' };
    expect(await findRef(spec.url, undefined, options)).toEqual(main);
    expect(await findRef(spec.url, 'HEAD', options)).toEqual(main);
    expect(await findRef(spec.url, 'refs/heads/main', options)).toEqual(main);
    // The commit of an annotated tag, not the object of the tag.
    expect(await findRef(spec.url, 'refs/tags/v1', options)).toEqual({ ...main, ref: 'refs/tags/v1' });
    expect((await refusalOf(findRef(spec.url, 'refs/heads/other', options))).code).toBe('not_found');
  });

  it('has no default branch if the host names none', async () => {
    const text = advertisement(refs).replace('symref=HEAD:refs/heads/main', 'symref=OTHE:refs/heads/main');
    const { options, spec } = await fakeCodeHost({ [REFS]: body(text) });
    expect(await findRef(spec.url, undefined, options)).toEqual({
      commit: COMMIT,
      ref: 'HEAD',
      defaultBranch: undefined,
    });
  });
});
