import { daysAgo, digestOf, idOf } from './marks.js';
import { addMcp, type EvidenceKeys, type TwinMcp } from './mcp-rows.js';
import type { TwinRows } from './rows.js';

const of = (...words: readonly string[]): string => idOf('common', 'platform', ...words);

const CATEGORY = of('category', 'files');

/** The platform's own server, which everybody sees. */
export const TOOL: TwinMcp = {
  mark: 'common',
  org: null,
  slug: 'tool',
  name: 'platform/tool',
  repoUrl: 'https://github.com/platform/tool',
  tags: ['disk'],
  columns: {
    visibility: 'public',
    origin: 'official',
    featured: true,
    category_id: CATEGORY,
    language: 'Go',
  },
  versions: [
    {
      number: '2.0.0',
      days: 8,
      score: 95,
      level: 3,
      source: { kind: 'npm', name: 'platform-tool', version: '2.0.0' },
      findings: [],
      controls: { 'SEC-001': true, 'SEC-002': true },
      publication: {},
    },
  ],
};

/** Adds what belongs to nobody: an administrator, terms, a server and advisories. */
export function addPlatform(
  rows: TwinRows,
  { issuer, evidence }: { issuer: string; evidence: EvidenceKeys },
): void {
  const times = { created_at: daysAgo(50), updated_at: daysAgo(50) };
  rows.add('hub_user', {
    id: of('user', 'administrator'),
    issuer,
    subject: 'auth0|platform-administrator',
    email: 'platform-administrator@example.com',
    email_key: 'platform-administrator@example.com',
    email_verified: true,
    name: 'platform-administrator',
    plan: 'PRO',
    role: 'PLATFORM_ADMIN',
    last_login_at: daysAgo(1),
    ...times,
  });
  for (const slug of ['files', 'empty']) {
    rows.add('category', { id: of('category', slug), name: `Category ${slug}`, slug, ...times });
  }
  for (const slug of ['disk', 'net', 'unused']) {
    rows.add('tag', { id: of('tag', slug), name: `Tag ${slug}`, slug, ...times });
  }
  addMcp(rows, TOOL, evidence);
  rows.add('advisory_source', {
    id: of('advisories'),
    name: 'feed',
    ecosystems: ['npm'],
    newest_day: '2020-01-01',
    advisory_count: 1,
    created_at: daysAgo(50),
    fetched_at: daysAgo(1),
    checked_at: daysAgo(1),
  });
  rows.add('advisory', {
    source_id: of('advisories'),
    id: 'GHSA-1',
    ecosystem: 'npm',
    package_key: 'left-pad',
    day: '2020-01-01',
    digest: digestOf('advisory'),
    record: {},
  });
}
