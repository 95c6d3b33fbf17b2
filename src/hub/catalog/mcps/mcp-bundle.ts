/**
 * SQL that joins the MCP bundle that the registry has made of `mcp_version v`, whose publication is `p`: `mcpb.org`, its
 * organization in the registry, and `mcpb.digest`; null without one. It is that of the registry's version of the same number and
 * bytes: a bundle has other MCP bundles under other manifests.
 */
export const MCP_BUNDLE = `
    LEFT JOIN LATERAL (
      SELECT CASE v.source ->> 'kind' WHEN 'registry'
               THEN jsonb_build_object('org', v.source -> 'org', 'name', v.source -> 'name',
                                       'version', v.source -> 'version', 'digest', v.source -> 'bundle_digest')
               ELSE jsonb_build_object('org', p.plan -> 'org', 'name', p.plan -> 'name', 'version', p.plan -> 'version',
                                       'digest', coalesce(p.plan -> 'bundle' -> 'digest', p.plan -> 'bundleDigest'))
             END AS named) sought ON true
    LEFT JOIN LATERAL (
      SELECT ro.slug AS org, rv.mcpb_digest AS digest
        FROM registry_organization ro
        JOIN registry_version rv ON rv.org_id = ro.id AND rv.bundle_digest = sought.named ->> 'digest'
         AND rv.version = sought.named ->> 'version' AND rv.status = 'published' AND rv.mcpb_digest IS NOT NULL
        JOIN registry_package rp ON rp.id = rv.package_id AND rp.name_key = lower(sought.named ->> 'name')
       WHERE ro.slug_key = lower(sought.named ->> 'org') LIMIT 1) mcpb ON true`;
