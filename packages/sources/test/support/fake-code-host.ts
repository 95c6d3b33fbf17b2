import type { CodeHost } from '../../src/code-hosts/code-host.js';
import type { SourceOptions } from '../../src/fetch-source.js';
import type { RepositorySpec } from '../../src/source-spec.js';
import { tarGzOf, type TarEntry } from './archives.js';
import { body, Listener, type Answer } from './listener.js';

export const COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
export const OLDER = 'beef0000beef0000beef0000beef0000beef0000';

const packet = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;

/** What git's smart protocol answers first. */
export const advertisement = (refs: Readonly<Record<string, string>>): string =>
  [
    packet('# service=git-upload-pack\n'),
    '0000',
    ...Object.entries(refs).map(([name, commit], index) =>
      packet(`${commit} ${name}${index === 0 ? '\0multi_ack symref=HEAD:refs/heads/main' : ''}\n`),
    ),
    '0000',
  ].join('');

export const REFS = '/acme/files.git/info/refs?service=git-upload-pack';
export const ARCHIVE = `/acme/files/archive/${COMMIT}.tar.gz`;

/** The archive of a commit as github.com has it. */
export const archiveOf = (
  entries: readonly TarEntry[],
  commit: string | undefined = COMMIT,
): Promise<Buffer> =>
  tarGzOf(
    entries.map((entry) => ({ ...entry, name: `files-${COMMIT}/${entry.name}` })),
    commit,
  );

/** A server on loopback that answers as a code host does, and the options and spec to fetch from it. */
export async function fakeCodeHost(
  answers: Readonly<Record<string, Answer>>,
  kind: CodeHost['kind'] = 'github',
): Promise<{ host: Listener; options: SourceOptions; spec: RepositorySpec }> {
  const refs = { HEAD: COMMIT, 'refs/heads/main': COMMIT };
  const host = await Listener.start({ [REFS]: body(advertisement(refs)), ...answers });
  return {
    host,
    options: { hosts: [{ kind, host: host.host }], allowLoopback: true },
    spec: { kind: 'repository', url: `${host.origin}/acme/files.git` },
  };
}
