/** SQL of whether a version references the artifact with the kind, digest and organization of the row `alias`. */
export const referencedByVersion = (alias: string): string => `CASE ${alias}.kind
    WHEN 'manifest' THEN EXISTS (
      SELECT FROM registry_version v WHERE v.org_id = ${alias}.org_id AND v.manifest_digest = ${alias}.digest)
    WHEN 'bundle' THEN EXISTS (
      SELECT FROM registry_version v WHERE v.org_id = ${alias}.org_id AND v.bundle_digest = ${alias}.digest)
    WHEN 'mcpb' THEN EXISTS (
      SELECT FROM registry_version v WHERE v.org_id = ${alias}.org_id AND v.mcpb_digest = ${alias}.digest)
    ELSE EXISTS (
      SELECT FROM registry_version_evidence e WHERE e.org_id = ${alias}.org_id AND e.digest = ${alias}.digest)
  END`;
