import { useQuery } from '@tanstack/react-query';
import { SERVER_URL } from '../../api/client.ts';
import { Code } from '../../ui/code.tsx';
import { orgMcpsQuery } from './org-mcps.queries.ts';
import type { Org } from './org.queries.ts';

/** How a pipeline asks the gate about a server of the organization, to copy. */
export function GateRequest({ org, token }: { readonly org: Org; readonly token: string }) {
  const { data, isPending } = useQuery(orgMcpsQuery(org.id, {}));
  const body = {
    org_id: org.id,
    environment: 'production',
    mcps: [{ name: data?.mcps[0]?.name ?? `${org.slug}/files`, version: 'latest' }],
  };
  const variables = {
    MCP_HUB_URL: SERVER_URL,
    MCP_HUB_ORG: org.id,
    MCP_HUB_ENVIRONMENT: 'production',
    MCP_HUB_TOKEN: token,
  };
  return (
    <div className="stack gate-request">
      <p className="soft">
        The command <code>mcp-hub gate</code> reads these variables, and asks about every server in the
        configurations of a folder:
      </p>
      <Code
        label="Variables of the pipeline"
        text={Object.entries(variables)
          .map(([name, value]) => `export ${name}=${value}`)
          .join('\n')}
      />
      <p className="soft">Without the command, any HTTP client can ask:</p>
      {isPending ? (
        <span className="skeleton gate-request-wait" />
      ) : (
        <Code
          label="A request to the gate"
          text={[
            'curl -sS "$MCP_HUB_URL/api/v1/ci/evaluate" \\',
            '  -H "Authorization: Bearer $MCP_HUB_TOKEN" \\',
            "  -H 'Content-Type: application/json' \\",
            `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
          ].join('\n')}
        />
      )}
    </div>
  );
}
