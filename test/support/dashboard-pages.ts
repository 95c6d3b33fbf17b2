/** The pages of an organization below its own, without those of a single thing. */
export const ORG_PAGES = [
  '',
  '/mcps',
  '/findings',
  '/suppressions',
  '/compliance',
  '/controls',
  '/areas',
  '/members',
  '/invitations',
  '/roles',
  '/policies',
  '/policies/new',
  '/evaluations',
  '/client-lists',
  '/launch',
  '/tokens',
  '/webhooks',
  '/reports',
  '/audit',
  '/settings',
];

/** The tabs of an MCP below its own page. */
export const MCP_TABS = ['', '/findings', '/controls', '/surface', '/versions', '/evidence', '/install'];

/** The pages of people who are signed in, without those of an organization or an MCP. */
export const PERSONAL_PAGES = ['/orgs', '/invitations', '/account', '/push', '/check'];

/** The pages of administrators and of the registry, without those of a single thing. */
export const ADMIN_PAGES = [
  '/admin',
  '/admin/users',
  '/admin/orgs',
  '/admin/mcps',
  '/admin/mcps/new',
  '/admin/categories',
  '/admin/tags',
  '/admin/audit',
  '/admin/jobs',
  '/admin/advisories',
  '/registry',
  '/registry/members',
  '/registry/tokens',
];
