import { hasOwnerAndName, isCommitAt, type HostKind } from './host-kind.js';

/** https://developer.atlassian.com/cloud/bitbucket/rest/ */
export const BITBUCKET = {
  kind: 'bitbucket',
  host: 'bitbucket.org',
  namespace: 'org.bitbucket',
  isPath: hasOwnerAndName,
  archive: (repository, commit) => `${repository}/get/${commit}.tar.gz`,
  redirects: () => [],
  files: (host) => (host === 'bitbucket.org' ? ['bbuseruploads.s3.amazonaws.com'] : []),
  api: {
    base: (host) => `${host === 'bitbucket.org' ? 'api.bitbucket.org' : host}/2.0`,
    repository: (repository) => `repositories/${repository}`,
    facts: { id: ['uuid'], url: ['links', 'html', 'href'] },
    relation: (repository, commit, other) => `repositories/${repository}/merge-base/${commit}..${other}`,
    isBefore: (answer, commit) => isCommitAt(answer, ['hash'], commit),
  },
} as const satisfies HostKind;
