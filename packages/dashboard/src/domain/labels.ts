import type {
  AccountStatus,
  JobStatus,
  Level,
  McpSort,
  Origin,
  Plan,
  PlatformRole,
  Role,
  Severity,
  Visibility,
  VulnerabilityClass,
} from '../api/catalogs.gen.ts';
import type { components } from '../api/hub.js';
import type { Labels, Names } from '../ui/labels.tsx';

type Schemas = components['schemas'];

/** Plans of users and organizations. */
export const PLAN_LABELS: Labels<Plan> = {
  FREE: ['Free'],
  PRO: ['Pro'],
  ENTERPRISE: ['Enterprise', 'brand'],
};

/** Roles in an organization. */
export const ROLE_NAMES: Names<Role> = { OWNER: 'Owner', ADMIN: 'Administrator', MEMBER: 'Member' };

/** Roles on the platform. */
export const PLATFORM_ROLE_LABELS: Labels<PlatformRole> = {
  USER: ['User'],
  PLATFORM_ADMIN: ['Administrator', 'brand'],
};

/** Roles of local users in the registry. */
export const REGISTRY_ROLE_NAMES: Names<NonNullable<Schemas['AdminUserView']['registry_role']>> = {
  USER: 'User',
  ADMIN: 'Administrator',
};

/** Status of a user or an organization. */
export const ACCOUNT_STATUS_LABELS: Labels<AccountStatus> = {
  ACTIVE: ['Active', 'good'],
  SUSPENDED: ['Suspended', 'warn'],
  DELETED: ['Deleted'],
};

/** Status of an analysis. */
export const JOB_STATUS_LABELS: Labels<JobStatus> = {
  QUEUED: ['Queued'],
  RUNNING: ['Running', 'brand'],
  SUCCEEDED: ['Succeeded', 'good'],
  FAILED: ['Failed', 'bad'],
};

/** Status of the publication of a version in the registry. */
export const PUBLICATION_STATUS_LABELS: Labels<Schemas['PublicationView']['status']> = {
  QUEUED: ['Queued'],
  RUNNING: ['Running', 'brand'],
  DONE: ['Done', 'good'],
  FAILED: ['Failed', 'bad'],
};

/** Status of a version. */
export const VERSION_STATUS_LABELS: Labels<Schemas['McpVersionItem']['status']> = {
  INGESTED: ['waiting'],
  ANALYZING: ['analyzing', 'brand'],
  CERTIFIED: ['certified', 'good'],
  PUBLISHED: ['published', 'good'],
  NOT_CERTIFIED: ['not certified', 'bad'],
  FAILED: ['failed', 'warn'],
};

/** Who vouches for an MCP. */
export const ORIGIN_NAMES: Names<Origin> = {
  official: 'Official',
  verified: 'Verified',
  community: 'Community',
};

/** Who can see an MCP. */
export const VISIBILITY_NAMES: Names<Visibility> = { public: 'Public', private: 'Private' };

/** Orders of lists of MCPs. */
export const SORT_NAMES: Names<McpSort> = { newest: 'Newest', score: 'Highest score', name: 'Name' };

/** A lower bound of the certification level. */
export const levelText = (level: Level): string =>
  level === 3 ? 'Level 3' : level === 0 ? 'Analyzed' : `Level ${level} or higher`;

/** What the gate decides about a server. */
export const DECISION_LABELS: Labels<Schemas['EvaluatedServer']['result']> = {
  ALLOWED: ['allowed', 'good'],
  DENIED: ['denied', 'bad'],
};

/** The forms in which a server can be named. */
export const SERVER_FORMS: Names<Schemas['UnderstoodServer']['as']> = {
  catalog_name: 'name in the catalog',
  public_name: 'public name',
  npm_package: 'npm package',
  pypi_package: 'PyPI package',
  repository: 'repository',
  digest: 'digest of a bundle',
  image: 'container image',
  remote: 'address of a running server',
};

/** Severities of findings, worst first. */
export const SEVERITY_NAMES: Names<Severity> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** Classes of vulnerabilities. */
export const CLASS_NAMES: Names<VulnerabilityClass> = {
  A: 'Command and code execution',
  B: 'Path traversal, arbitrary file access',
  C: 'Excessive permissions, missing authorization',
  D: 'SQL and query injection',
  E: 'Hard-coded secrets, credentials',
  F: 'Sensitive data exposure',
  G: 'SSRF, uncontrolled egress',
  H: 'Insecure communication',
  I: 'Insecure storage',
  J: 'Insufficient logging, error handling',
  K: 'Prompt injection through output',
  L: 'Tool poisoning, rug pull',
  M: 'Resource exhaustion',
  N: 'Missing time or rate limits',
};

/** Categories of controls, those that readers care about most first. */
export const CONTROL_CATEGORY_NAMES: Names<Schemas['OrgControl']['category']> = {
  SECURITY: 'Security',
  SUPPLY_CHAIN: 'Supply chain',
  MATURITY: 'Maturity',
};

/** Results of a control, those that need attention first. */
export const CONTROL_RESULT_LABELS: Labels<Schemas['OrgControlResult']['status']> = {
  failed: ['failed', 'bad'],
  not_observable: ['not observable', 'warn'],
  passed: ['passed', 'good'],
  not_applicable: ['not applicable'],
};
