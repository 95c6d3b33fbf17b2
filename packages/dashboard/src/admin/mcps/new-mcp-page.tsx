import { useNavigate } from '@tanstack/react-router';
import { ActionForm } from '../../ui/action-form.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { AppLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { MCP_FIELDS, McpFields, readMcp } from './mcp-fields.tsx';
import { createMcp, MCP_CHANGES } from './mcps.queries.ts';

/** Adds an MCP to the catalog of the platform. */
export function NewMcpPage() {
  const navigate = useNavigate();
  return (
    <div className="stack">
      <PageHeader
        title="Add an MCP"
        lead="Its source is fetched and analyzed at once."
        above={
          <Breadcrumbs current="Add an MCP">
            <AppLink to="/admin/mcps">MCPs</AppLink>
          </Breadcrumbs>
        }
      />
      <section className="card narrow" aria-label="New MCP">
        <ActionForm
          label="Add an MCP"
          submit="Add"
          fields={MCP_FIELDS}
          changes={MCP_CHANGES}
          run={(form) => createMcp(readMcp(form))}
          done={({ id }) => void navigate({ to: '/admin/mcps/$mcpId', params: { mcpId: id } })}
        >
          {(errorOf) => <McpFields errorOf={errorOf} />}
        </ActionForm>
      </section>
    </div>
  );
}
