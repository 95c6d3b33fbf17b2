import { useState } from 'react';
import { ApiFailure } from '../../api/api-failure.ts';
import { bodyOf, hub } from '../../api/client.ts';
import { SelectField } from '../../ui/fields.tsx';
import { ChangeForm } from '../shared/forms.tsx';
import { McpField } from '../shared/mcp-field.tsx';
import type { Org } from '../shared/org.queries.ts';
import { fieldError, useChange } from '../shared/use-change.ts';
import { PAPERS, createReport, reportsKey, type Report } from './automation.queries.ts';

const SCOPES = [
  ['ORGANIZATION', 'The organization'],
  ['SNAPSHOT', 'The newest analysis of an MCP'],
] as const;

/** The newest analysis of an MCP by its name. */
async function newestSnapshot(name: string): Promise<string> {
  const [owner = '', slug = ''] = name.trim().split('/');
  const failure = new ApiFailure(
    400,
    'bad_request',
    'mcp must be the name of an MCP that is analyzed',
    'mcp',
  );
  try {
    const mcp = await bodyOf(hub.GET('/api/v1/mcps/{owner}/{slug}', { params: { path: { owner, slug } } }));
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
  const ordering = useChange({
    run: async () =>
      createReport(org.id, {
        scope,
        paper,
        format: 'PDF',
        ...(scope === 'SNAPSHOT' && { snapshot_id: await newestSnapshot(name) }),
      }),
    invalidates: [reportsKey(org.id)],
    done: () => 'The report is ordered. It is ready within a minute.',
  });
  return (
    <section className="card" aria-labelledby="order-report">
      <h2 id="order-report">Order a report</h2>
      <ChangeForm
        action="Order report"
        isPending={ordering.isPending}
        failure={ordering.error}
        fields={['mcp']}
        onSend={() => ordering.mutate()}
      >
        <div className="columns">
          <SelectField label="About" value={scope} options={SCOPES} onChange={setScope} />
          {scope === 'SNAPSHOT' ? (
            <McpField
              label="MCP"
              value={name}
              onChange={setName}
              hint="One of yours, or a public one."
              error={fieldError(ordering.error, 'mcp')}
            />
          ) : null}
          <SelectField label="Paper" value={paper} options={PAPERS} onChange={setPaper} />
        </div>
      </ChangeForm>
    </section>
  );
}
