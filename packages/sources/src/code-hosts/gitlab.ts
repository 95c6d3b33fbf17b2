import { isCommitAt, type HostKind } from './host-kind.js';

/** https://docs.gitlab.com/api/rest/ */
export const GITLAB = {
  kind: 'gitlab',
  host: 'gitlab.com',
  namespace: 'com.gitlab',
  isPath: (parts) => parts.length >= 2 && !parts.includes('-'),
  archive: (repository, commit) =>
    `${repository}/-/archive/${commit}/${repository.slice(repository.lastIndexOf('/') + 1)}-${commit}.tar.gz`,
  redirects: () => [],
  files: () => [],
  api: {
    base: (host) => `${host}/api/v4`,
    repository: (repository) => `projects/${encodeURIComponent(repository)}`,
    facts: { id: ['id'], url: ['web_url'] },
    relation: (repository, commit, other) =>
      `projects/${encodeURIComponent(repository)}/repository/merge_base?refs[]=${commit}&refs[]=${other}`,
    isBefore: (answer, commit) => isCommitAt(answer, ['id'], commit),
  },
} as const satisfies HostKind;
