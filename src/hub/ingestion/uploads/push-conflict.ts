import { conflict, type ApiError } from '../../../common/errors/api-error.js';
import type { McpVersionStatus } from '../../catalog/mcps/mcp-values.js';
import type { RelatedVersion } from './pushed-mcps.repository.js';

const WHY: Readonly<Partial<Record<McpVersionStatus, string>>> = {
  INGESTED: 'is being analyzed',
  ANALYZING: 'is being analyzed',
  CERTIFIED: 'is certified',
  PUBLISHED: 'is published',
};

const numberOf = (semver: string): string => semver.split('+', 1)[0] ?? '';

/**
 * Why bytes cannot be pushed under a number (hub contract 19); undefined if they can. The same bytes are the same version
 * again. Other bytes can replace only a version that was not certified.
 * @param related the versions with this number or these bytes
 */
export function pushConflict(related: readonly RelatedVersion[], semver: string): ApiError | undefined {
  for (const other of related) {
    if (!other.hasBytes) {
      const why = WHY[other.status];
      if (why !== undefined) {
        return conflict(`version ${semver} ${why} with other bytes; push them under another version`, {
          field: 'mcp_version',
        });
      }
    } else if (other.semver !== null && numberOf(other.semver) !== numberOf(semver)) {
      return conflict(`these bytes are version ${other.semver} already; push that version`, {
        field: 'mcp_version',
      });
    }
  }
  return undefined;
}
