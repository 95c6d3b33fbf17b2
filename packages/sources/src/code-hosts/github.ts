import { hasOwnerAndName, textAt, type HostKind } from './host-kind.js';

/** https://docs.github.com/en/rest */
export const GITHUB = {
  kind: 'github',
  host: 'github.com',
  namespace: 'io.github',
  isPath: hasOwnerAndName,
  archive: (repository, commit) => `${repository}/archive/${commit}.tar.gz`,
  redirects: (host) => [`codeload.${host}`],
  files: (host) =>
    host === 'github.com'
      ? ['release-assets.githubusercontent.com', 'objects.githubusercontent.com']
      : [`media.${host}`],
  api: {
    base: (host) => (host === 'github.com' ? 'api.github.com' : `${host}/api/v3`),
    repository: (repository) => `repos/${repository}`,
    facts: { id: ['id'], url: ['html_url'] },
    relation: (repository, commit, other) =>
      `repos/${repository}/compare/${other}...${commit}?per_page=1&page=2`,
    isBefore: (answer) => {
      const status = textAt(answer, ['status']);
      if (status === 'behind' || status === 'identical') return true;
      return status === 'ahead' || status === 'diverged' ? false : undefined;
    },
  },
} as const satisfies HostKind;
