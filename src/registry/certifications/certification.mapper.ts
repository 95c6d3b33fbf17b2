import type { Certification, CertificationResponse } from './certifications.dto.js';
import type { CertificationRow, CertificationSubject } from './certifications.repository.js';

const fields = ({ level, globalScore, snapshotId, evaluatedAt }: CertificationRow) => ({
  level,
  global_score: globalScore,
  snapshot_id: snapshotId,
  evaluated_at: evaluatedAt?.toISOString() ?? null,
});

/** The verdict in a version's response. */
export const toCertification = (row: CertificationRow): Certification => fields(row);

/** The response to a certifier. */
export const toCertificationResponse = (
  { version, bundleDigest }: CertificationSubject,
  row: CertificationRow,
): CertificationResponse => ({ version, bundle_digest: bundleDigest, ...fields(row) });
