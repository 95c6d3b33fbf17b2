import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { LevelBadge } from '../../domain/badges.tsx';
import { mcpNameOf } from '../../domain/mcp-name.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { AppButtonLink, AppLink, Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice, PageHeader, State } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { JobsTable } from '../jobs/jobs-table.tsx';
import { jobsQuery } from '../jobs/jobs.queries.ts';
import { useLeave } from '../use-leave.ts';
import { MCP_FIELDS, McpFields, readMcp } from './mcp-fields.tsx';
import { McpTerms } from './mcp-terms.tsx';
import {
  adminMcpQuery,
  analyzeMcp,
  changeMcp,
  deleteMcp,
  MCP_CHANGES,
  setFeatured,
  verifySnapshots,
  type AdminMcp,
} from './mcps.queries.ts';
import { WebhookSecret } from './webhook-secret.tsx';

const route = getRouteApi('/admin/mcps/$mcpId');

/** An MCP: its details, place in the catalog, analyses and snapshots. */
export function AdminMcpPage() {
  const { mcpId } = route.useParams();
  const { data: mcp } = useSuspenseQuery(adminMcpQuery(mcpId));
  const { data: jobs } = useSuspenseQuery(jobsQuery({ mcp_id: mcpId }));
  return (
    <div className="stack">
      <PageHeader
        title={mcp.name}
        lead={mcp.description}
        above={
          <Breadcrumbs current={mcp.name}>
            <AppLink to="/admin/mcps">MCPs</AppLink>
          </Breadcrumbs>
        }
        actions={
          <AppButtonLink to="/mcps/$owner/$slug" params={mcpNameOf(mcp.name)} look="secondary">
            Show in the catalog
          </AppButtonLink>
        }
      />
      <McpActions mcp={mcp} />
      <div className="grid half">
        <section className="card" aria-labelledby="details">
          <h2 id="details">Details</h2>
          <Details key={mcp.id} mcp={mcp} />
        </section>
        <div className="stack">
          <McpTerms mcp={mcp} />
          <WebhookSecret mcp={mcp} />
          <Snapshots mcpId={mcp.id} />
        </div>
      </div>
      <section className="card flush" aria-labelledby="analyses">
        <div className="selection">
          <h2 id="analyses">Analyses</h2>
          <div className="row">
            <AppLink to="/admin/jobs" search={{ mcp_id: mcp.id }}>
              All analyses of this MCP
            </AppLink>
          </div>
        </div>
        <JobsTable
          jobs={jobs.analysis_jobs.slice(0, 5)}
          empty={
            <State title="Not analyzed yet">
              <p>
                An analysis starts once the source is fetched. If this stays empty for some minutes, the
                source cannot be reached: check its address, or read the log of the server.
              </p>
            </State>
          }
        />
      </section>
    </div>
  );
}

function Details({ mcp }: { readonly mcp: AdminMcp }) {
  const client = useQueryClient();
  const saveChanged = useChangedFields<ReturnType<typeof readMcp>>(mcp, () =>
    fresh(client, adminMcpQuery(mcp.id)),
  );
  return (
    <ActionForm
      label="Details"
      submit="Save"
      success="Saved."
      fields={MCP_FIELDS}
      changes={MCP_CHANGES}
      run={(form) => saveChanged(readMcp(form), (changed) => changeMcp(mcp.id, changed))}
    >
      {(errorOf) => <McpFields mcp={mcp} errorOf={errorOf} />}
    </ActionForm>
  );
}

function McpActions({ mcp }: { readonly mcp: AdminMcp }) {
  const feature = useAction({ run: () => setFeatured(mcp.id, !mcp.featured), changes: MCP_CHANGES });
  const analyze = useAction({ run: () => analyzeMcp(mcp.id), changes: MCP_CHANGES });
  const leave = useLeave('mcps');
  return (
    <section className="card stack" aria-label="State and actions">
      <div className="row">
        <LevelBadge level={mcp.latest_version?.certification_level} />
        <Badge tone={mcp.origin === 'community' ? 'neutral' : 'brand'}>{mcp.origin}</Badge>
        <Badge>{mcp.visibility}</Badge>
        {mcp.featured ? <Badge tone="good">featured</Badge> : null}
        <span className="soft">
          Added <Time at={mcp.created_at} />
        </span>
        {mcp.org_id === null ? null : (
          <AppLink to="/admin/orgs/$orgId" params={{ orgId: mcp.org_id }}>
            Its organization
          </AppLink>
        )}
      </div>
      <div className="row">
        <Button isPending={analyze.isPending} onPress={() => analyze.mutate()}>
          Analyze again
        </Button>
        <Button look="secondary" isPending={feature.isPending} onPress={() => feature.mutate()}>
          {mcp.featured ? 'Stop featuring' : 'Feature'}
        </Button>
        <ConfirmedAction
          label="Delete"
          look="danger"
          question={`Delete ${mcp.name}?`}
          changes={[['admin', 'totals']]}
          run={() => deleteMcp(mcp.id)}
          done={leave}
        >
          <p>
            The MCP and its versions leave the catalog. This cannot be undone; recorded snapshots stay
            verifiable.
          </p>
        </ConfirmedAction>
      </div>
      <Failure error={feature.error ?? analyze.error} />
      {analyze.isSuccess ? <Notice kind="good">The analysis is waiting for a worker.</Notice> : null}
    </section>
  );
}

function Snapshots({ mcpId }: { readonly mcpId: string }) {
  const verify = useAction({ run: () => verifySnapshots(mcpId), changes: [] });
  const result = verify.data;
  return (
    <section className="card stack tight" aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      <p className="soft">Each result of an analysis is chained to the one before, so that changes show.</p>
      <div className="form-actions">
        <Button look="secondary" isPending={verify.isPending} onPress={() => verify.mutate()}>
          Verify the chain
        </Button>
      </div>
      <Failure error={verify.error} />
      {result === undefined ? null : result.broken_at === null ? (
        <Notice kind="good">
          {`The chain is valid: ${result.snapshots} snapshots are as they were recorded. Hash of the last: `}
          <code>{result.last_hash}</code>
        </Notice>
      ) : (
        <Notice kind="bad">
          {`The chain is broken at position ${result.broken_at.position}: the snapshot is ${result.broken_at.reason}.`}
        </Notice>
      )}
    </section>
  );
}
