import { SEVERITIES } from '../../api/catalogs.gen.ts';
import { AppLink } from '../../ui/button.tsx';
import type { OpenFindings } from './security.queries.ts';

/** Numbers of open findings by severity, as links to the findings of an MCP. */
export function OpenCounts({
  open,
  slug,
  mcpId,
}: {
  readonly open: OpenFindings;
  readonly slug: string;
  readonly mcpId: string;
}) {
  const some = SEVERITIES.filter((severity) => open[severity] > 0);
  if (some.length === 0) return <span className="soft">none</span>;
  return (
    <ul className="plain row counts">
      {some.map((severity) => (
        <li key={severity}>
          <AppLink
            to="/orgs/$org/findings"
            params={{ org: slug }}
            search={{ mcp_id: mcpId, severity }}
            className={`badge ${severity}`}
          >
            {open[severity]} {severity}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
