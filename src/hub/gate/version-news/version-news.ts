import type { Decision } from '../evaluation/policy-set.js';
import { subjectData } from '../../notifications/outbound-webhooks/event-data.js';
import type { SurfaceDifference } from '../../catalog/snapshots/surface-difference.js';
import type { NewsVersion } from './analyzed-versions.read-model.js';
import type { PolicyDecisions } from './policy-decisions.js';

/** Most names in a list of changes. */
const MAX_LISTED = 100;
const MAX_NAME = 200;
const MAX_REASON = 500;

/** Data of `version.new`: a version, and what it would change for whoever uses the one before. */
export const versionNewsData = (
  before: NewsVersion | undefined,
  after: NewsVersion,
  decisions: readonly PolicyDecisions[],
) => ({
  ...subjectData({
    mcp: { id: after.mcpId, name: after.mcpName },
    version: { id: after.versionId, visibleVersion: after.visibleVersion, semver: after.semver },
    snapshotId: after.snapshot.id,
  }),
  after: resultData(after),
  before: before === undefined ? null : resultData(before),
  changes: before === undefined || after.difference === null ? null : changesData(after.difference),
  policies: decisions.map(({ environment, before: older, after: newer }) => ({
    environment,
    before: older && decisionData(older),
    after: decisionData(newer),
  })),
});

const resultData = (version: NewsVersion) => ({
  version_id: version.versionId,
  visible_version: version.visibleVersion,
  semver: version.semver,
  global_score: version.snapshot.globalScore,
  certification_level: version.certificationLevel ?? 0,
});

const short = (text: string): string => text.slice(0, MAX_NAME).toWellFormed();
const names = (list: readonly string[]): string[] => list.slice(0, MAX_LISTED).map(short);

const changesData = (difference: SurfaceDifference) => ({
  tools_added: names(difference.tools_added),
  tools_removed: names(difference.tools_removed),
  tools_changed: difference.tools_changed
    .slice(0, MAX_LISTED)
    .map(({ name, description, schema }) => ({ name: short(name), description, schema })),
  capabilities_added: names(difference.capabilities_added),
  capabilities_removed: names(difference.capabilities_removed),
});

const decisionData = ({ result, reason, policy }: Decision) => ({
  result,
  ...(result === 'DENIED' && reason !== undefined && { reason: reason.slice(0, MAX_REASON).toWellFormed() }),
  ...(result === 'DENIED' && policy !== undefined && { matched_policy: policy }),
});
