import { digestOf, idOf } from './marks.js';
import type { TwinMcp, TwinVersion } from './mcp-rows.js';
import { ofOrg, orgIdOf, OWN, type TwinOrganization } from './organizations.js';

const CONTROLS = { 'SEC-001': true, 'SEC-002': false, 'SEC-003': true };
const SEVERE = [
  { name: 'shell', severity: 'critical', class: 'A', owasp: 'MCP05' },
  { name: 'path', severity: 'high', class: 'B', owasp: 'MCP01' },
  { name: 'log', severity: 'low', class: 'C', owasp: 'MCP01' },
] as const;
const MILD = [{ name: 'weak', severity: 'medium', class: 'A', owasp: 'MCP05' }] as const;

const CATEGORY = idOf('common', 'platform', 'category', 'files');

const versionOf = (change: Partial<TwinVersion> & Pick<TwinVersion, 'source'>): TwinVersion => ({
  number: '1.0.0',
  days: 10,
  score: 80,
  level: 2,
  findings: [],
  controls: CONTROLS,
  ...change,
});

/** The servers of an organization: private of npm, public of PyPI, private of a repository, and one not analyzed yet. */
export function mcpsOf(org: TwinOrganization): Readonly<Record<'files' | 'open' | 'code' | 'new', TwinMcp>> {
  const of = { key: org.key, id: orgIdOf(org) };
  // Others' public servers are in the catalog, unless they were withdrawn with their organization.
  const isShared = org.mark === 'foreign' && org.status === 'ACTIVE';
  const common = isShared ? org.key : OWN.key;
  const area = (name: string): object => ({ area_id: ofOrg(org, 'area', name) });
  const repository = (slug: string, owner: string = OWN.key) => `https://github.com/${owner}/${slug}`;
  return {
    files: {
      mark: org.mark,
      org: of,
      slug: 'files',
      name: `${OWN.key}/files`,
      repoUrl: repository('files'),
      // Twins are in the same category, and have tags that no server of the organization has.
      tags: org.mark === 'own' ? ['disk'] : ['disk', 'unused'],
      columns: { ...area('core'), category_id: CATEGORY },
      versions: [
        versionOf({
          source: { kind: 'npm', name: 'acme-files', version: '1.0.0' },
          findings: SEVERE,
          publication: {},
          score: 60,
        }),
      ],
    },
    open: {
      mark: isShared ? 'open' : org.mark,
      org: of,
      slug: 'open',
      name: `${common}/open`,
      repoUrl: repository('open', common),
      tags: ['net'],
      columns: {
        ...area('edge'),
        category_id: org.mark === 'own' ? null : CATEGORY,
        visibility: 'public',
        language: 'Python',
      },
      versions: [
        versionOf({
          source: { kind: 'pypi', name: `${common}-open`, version: '1.0.0' },
          findings: MILD,
          score: 90,
          level: 3,
          columns: { release_digests: [`sha256:${digestOf('wheel', common)}`] },
        }),
      ],
    },
    code: {
      mark: org.mark,
      org: of,
      slug: 'code',
      name: `${OWN.key}/code`,
      repoUrl: repository('code'),
      columns: { ...area('core'), license: 'Apache-2.0' },
      versions: [
        versionOf({
          number: null,
          source: {
            kind: 'repository',
            url: repository('code'),
            path: '',
            commit: digestOf('commit', 'code', '10').slice(0, 40),
            ref: 'refs/heads/main',
          },
          findings: MILD,
          score: 70,
        }),
      ],
    },
    new: {
      mark: org.mark,
      org: of,
      slug: 'new',
      name: `${OWN.key}/new`,
      repoUrl: repository('new'),
      versions: [],
    },
  };
}
