import { useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { bodyOf, hub } from '../../api/client.ts';
import { mcpNameOf } from '../../domain/mcp-name.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { optionsOf, type Names } from '../../ui/labels.tsx';
import { McpField } from '../shared/mcp-field.tsx';
import type { Org } from '../shared/org.queries.ts';
import { createReport, PAPER_NAMES, reportsKey, type Report } from './automation.queries.ts';

const SCOPE_NAMES: Names<Report['scope']> = {
  ORGANIZATION: 'The organization',
  SNAPSHOT: 'The newest analysis of an MCP',
};

/** The newest analysis of an MCP by its name. */
async function newestSnapshot(name: string): Promise<string> {
  const failure = new ApiFailure(
    400,
    'bad_request',
    'mcp must be the name of an MCP that is analyzed',
    'mcp',
  );
  try {
    const mcp = await bodyOf(hub.GET('/api/v1/mcps/{owner}/{slug}', { params: { path: mcpNameOf(name) } }));
    if (mcp.latest_version === null) throw failure;
    const snapshot = await bodyOf(
      hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}/snapshot/latest', {
        params: { path: { mcpId: mcp.id, versionId: mcp.latest_version.id } },
      }),
    );
    return snapshot.id;
  } catch (error) {
    throw error instanceof ApiFailure && error.status === 404 ? failure : error;
  }
}

/** The form that orders a report. */
export function OrderReport({ org }: { readonly org: Org }) {
  const [scope, setScope] = useState<Report['scope']>('ORGANIZATION');
  const [paper, setPaper] = useState<Report['paper']>('A4');
  const [name, setName] = useState('');
  return (
    <section className="card" aria-labelledby="order-report">
      <h2 id="order-report">Order a report</h2>
      <ActionForm
        submit="Order report"
        fields={['mcp']}
        changes={[reportsKey(org.id)]}
        run={async () =>
          createReport(org.id, {
            scope,
            paper,
            format: 'PDF',
            ...(scope === 'SNAPSHOT' && { snapshot_id: await newestSnapshot(name) }),
          })
        }
        success="The report is ordered. It is ready within a minute."
      >
        {(errorOf) => (
          <div className="columns">
            <SelectField label="About" value={scope} options={optionsOf(SCOPE_NAMES)} onChange={setScope} />
            {scope === 'SNAPSHOT' ? (
              <McpField
                label="MCP"
                value={name}
                onChange={setName}
                hint="One of yours, or a public one."
                error={errorOf('mcp')}
              />
            ) : null}
            <SelectField label="Paper" value={paper} options={optionsOf(PAPER_NAMES)} onChange={setPaper} />
          </div>
        )}
      </ActionForm>
    </section>
  );
}
