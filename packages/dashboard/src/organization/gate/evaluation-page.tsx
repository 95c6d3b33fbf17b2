import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { components } from '../../api/hub.js';
import { EvaluationWarnings } from '../../domain/evaluation-warnings.tsx';
import { DECISION_LABELS, SERVER_FORMS } from '../../domain/labels.ts';
import { McpLink } from '../../domain/mcp-link.tsx';
import { AppLink } from '../../ui/button.tsx';
import { ValueBadge } from '../../ui/labels.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { OrgBreadcrumb } from '../shared/org-breadcrumb.tsx';
import { useOrg, type Org } from '../shared/org.queries.ts';
import { EvaluationResult } from './evaluations-page.tsx';
import { evaluationQuery } from './gate.queries.ts';
import { policyQuery } from './policies.queries.ts';
import { PolicyRule } from './policy-rule.tsx';

const route = getRouteApi('/orgs/$org/evaluations/$evaluationId');

type Server = components['schemas']['EvaluatedServer'];

/** Whether what denied a server is a rule that every gate has, and no policy with a page. */
const isBuiltInRule = (id: string): boolean => id.startsWith('00000000-0000-4000-8000-');

/** An evaluation: each server with the decision and its reason, and the policies of that moment. */
export function EvaluationPage() {
  const org = useOrg();
  const { evaluationId } = route.useParams();
  const { data } = useSuspenseQuery(evaluationQuery(org.id, evaluationId));
  return (
    <div className="stack wide">
      <PageHeader
        title={`Evaluation for ${data.environment}`}
        above={<OrgBreadcrumb to="/orgs/$org/evaluations" name="Evaluations" />}
        lead={
          <>
            <EvaluationResult evaluation={data} /> <Time at={data.evaluated_at} exact />: {data.denied} of{' '}
            {data.servers} servers denied, and {data.policies_applied}{' '}
            {data.policies_applied === 1 ? 'policy' : 'policies'} applied.
          </>
        }
      />
      <EvaluationWarnings warnings={data.warnings} />
      <section className="card flush" aria-label="Servers">
        <Table
          caption="Servers with the decision about each"
          rows={data.mcps.map((server, index) => ({ server, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            { name: 'Server', cell: ({ server }) => <SentServer server={server} /> },
            {
              name: 'Decision',
              cell: ({ server }) => <ValueBadge labels={DECISION_LABELS} value={server.result} />,
            },
            { name: 'Score', kind: 'number', cell: ({ server }) => server.global_score ?? '–' },
            { name: 'Why', cell: ({ server }) => <Reason server={server} org={org} /> },
          ]}
        />
      </section>
      <section className="card flush" aria-labelledby="policies-then">
        <h2 id="policies-then" className="card-title">
          Policies at that time
        </h2>
        <Table
          caption="Policies that were in force, in their order"
          rows={data.policies}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Priority', kind: 'number', cell: ({ priority }) => priority },
            { name: 'Policy', cell: ({ name }) => name },
            {
              name: 'What it does',
              cell: (policy) => <PolicyRule policy={policy} />,
            },
          ]}
          empty={
            <State title="None">
              <p>Without policies the gate denies only what it does not know or what is not analyzed.</p>
            </State>
          }
        />
      </section>
    </div>
  );
}

/** A server as it was sent, and what the hub understood. */
function SentServer({ server }: { readonly server: Server }) {
  const { as, mcp, version } = server.understood;
  return (
    <div className="stack tight">
      <span>
        <strong>{server.name}</strong> <span className="soft">{server.version}</span>
      </span>
      <span className="soft small">
        {SERVER_FORMS[as]}
        {mcp === null ? ', unknown to the hub' : ': '}
        {mcp === null ? null : <McpLink name={mcp.name} />}
        {version === null ? '' : ` ${version.visible_version}`}
      </span>
    </div>
  );
}

function Reason({ server, org }: { readonly server: Server; readonly org: Org }) {
  const { reason, matched_policy, exception, warnings = [] } = server;
  return (
    <div className="stack tight">
      {reason === undefined ? null : <span>{reason}</span>}
      {matched_policy === undefined ? null : isBuiltInRule(matched_policy.id) ? (
        <span className="soft small">{matched_policy.name}</span>
      ) : (
        <AppLink to="/orgs/$org/policies/$policyId" params={{ org: org.slug, policyId: matched_policy.id }}>
          {matched_policy.name}
        </AppLink>
      )}
      {exception === undefined ? null : <Exception org={org} exception={exception} />}
      {warnings.map((warning) => (
        <span key={warning.matched_policy.id} className="soft small">
          Warning: {warning.reason} ({warning.matched_policy.name})
        </span>
      ))}
    </div>
  );
}

/** The exception that allows a server, with its reason and end while it exists. */
function Exception({
  org,
  exception: { id, name },
}: {
  readonly org: Org;
  readonly exception: { readonly id: string; readonly name: string };
}) {
  const { data: policy } = useQuery({ ...policyQuery(org.id, id), retry: false });
  return (
    <>
      <span>
        Allowed by the exception{' '}
        <AppLink to="/orgs/$org/policies/$policyId" params={{ org: org.slug, policyId: id }}>
          {name}
        </AppLink>
      </span>
      {policy === undefined ? null : (
        <span className="soft small">
          {policy.reason}
          {policy.expires_at === null ? null : (
            <>
              {' '}
              (until <Time at={policy.expires_at} exact />)
            </>
          )}
        </span>
      )}
    </>
  );
}
