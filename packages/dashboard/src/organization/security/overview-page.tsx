import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SEVERITIES, type PosturePeriod } from '../../api/catalogs.gen.ts';
import { LevelBadge, Score } from '../../domain/badges.tsx';
import { McpLink } from '../../domain/mcp-link.tsx';
import { AppLink } from '../../ui/button.tsx';
import { count } from '../../ui/count.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useChosen } from '../../ui/filter-bar.tsx';
import { optionsOf, ValueBadge, type Labels, type Names } from '../../ui/labels.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useOrg, type Org } from '../shared/org.queries.ts';
import { PushLink } from '../shared/push-link.tsx';
import { PostureTable } from './posture-table.tsx';
import { policyComplianceQuery, postureQuery, SHOWN_ENVIRONMENT, type Posture } from './security.queries.ts';

const PostureCharts = lazy(() => import('./posture-charts.tsx'));

const route = getRouteApi('/orgs/$org/');

const PERIOD_NAMES: Names<`${PosturePeriod}`> = {
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last year',
};

const DEFAULT_DAYS = 30;

/** The risk of the organization now and over time. */
export function OverviewPage() {
  const org = useOrg();
  const search = route.useSearch();
  const { days = DEFAULT_DAYS } = search;
  const { days: chosen = DEFAULT_DAYS } = useChosen(search);
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(postureQuery(org.id, days));
  const isEmpty = data.summary.total_mcps === 0;
  return (
    <div className="stack wide">
      <PageHeader
        title={org.view.display_name}
        lead="How secure the MCP servers of the organization are, now and over time."
        actions={
          isEmpty ? undefined : (
            <SelectField
              label="Period"
              value={`${chosen}`}
              options={optionsOf(PERIOD_NAMES)}
              onChange={(period) => void navigate({ search: { days: Number(period) as PosturePeriod } })}
            />
          )
        }
      />
      {isEmpty ? (
        <section className="card">
          <State title="No MCPs yet">
            <p>
              Push the bundle of an MCP server, or publish it to the registry. It is analyzed at once, and its
              score and findings appear here.
            </p>
            {org.can('mcp:write') ? <PushLink /> : null}
          </State>
        </section>
      ) : (
        <Filled org={org} posture={data} />
      )}
    </div>
  );
}

function Filled({ org, posture }: { readonly org: Org; readonly posture: Posture }) {
  return (
    <>
      <Figures org={org} posture={posture} />
      <section className="card stack" aria-labelledby="history">
        <h2 id="history">History</h2>
        <Suspense fallback={<span className="skeleton charts-wait" />}>
          <PostureCharts history={posture.history} />
        </Suspense>
        <PostureTable history={posture.history} />
      </section>
      <div className="grid half">
        <Distribution posture={posture} />
        <Severities org={org} posture={posture} />
      </div>
      <section className="card flush" aria-labelledby="worst">
        <h2 id="worst" className="card-title">
          Where to start
        </h2>
        <Table
          caption="MCPs with the highest risk"
          rows={posture.top_risks}
          keyOf={({ mcp_id }) => mcp_id}
          columns={[
            { name: 'MCP', cell: ({ mcp_name }) => <McpLink name={mcp_name} /> },
            { name: 'Score', cell: ({ global_score }) => <Score score={Math.round(global_score)} /> },
            { name: 'Level', cell: ({ cert_level }) => <LevelBadge level={cert_level} /> },
            { name: 'Critical', kind: 'number', cell: ({ critical_findings }) => critical_findings },
            { name: 'High', kind: 'number', cell: ({ high_findings }) => high_findings },
            { name: 'Analyzed', cell: ({ last_analyzed_at }) => <Time at={last_analyzed_at} /> },
            {
              name: 'Actions',
              kind: 'actions',
              cell: ({ mcp_id, mcp_name }) => (
                <AppLink
                  to="/orgs/$org/findings"
                  params={{ org: org.slug }}
                  search={{ mcp_id }}
                  aria-label={`Findings of ${mcp_name}`}
                >
                  Findings
                </AppLink>
              ),
            },
          ]}
          empty={
            <State title="Nothing analyzed yet">
              <p>The analyses are under way. Come back in a minute.</p>
            </State>
          }
        />
      </section>
    </>
  );
}

const DIRECTION_LABELS: Labels<Posture['risk_trend']['direction']> = {
  improving: ['improving', 'good'],
  stable: ['stable'],
  declining: ['declining', 'bad'],
};

/** The numbers of today. */
function Figures({ org, posture }: { readonly org: Org; readonly posture: Posture }) {
  const { summary, severity_totals: open, risk_trend: trend } = posture;
  return (
    <dl className="figures" aria-label="Today">
      <div className="figure">
        <dt>Average score</dt>
        <dd>{summary.mcps_analyzed === 0 ? '–' : Math.round(summary.avg_global_score)}</dd>
        <dd className="note">
          <ValueBadge labels={DIRECTION_LABELS} value={trend.direction} />
        </dd>
      </div>
      <div className="figure">
        <dt>MCPs analyzed</dt>
        <dd>{count(summary.mcps_analyzed)}</dd>
        <dd className="note">of {count(summary.total_mcps)}</dd>
      </div>
      <div className="figure">
        <dt>Open findings</dt>
        <dd>{count(SEVERITIES.reduce((total, severity) => total + open[severity], 0))}</dd>
        <dd className="note">
          {count(open.critical)} critical, {count(open.high)} high
        </dd>
      </div>
      <div className="figure">
        <dt>Critical findings</dt>
        <dd>+{count(trend.new_critical_findings)}</dd>
        <dd className="note">{count(trend.resolved_critical_findings)} resolved in the period</dd>
      </div>
      {org.view.plan === 'ENTERPRISE' && org.can('policy:read') ? <PolicyFigure org={org} /> : null}
    </dl>
  );
}

/** How many MCPs the policies allow. */
function PolicyFigure({ org }: { readonly org: Org }) {
  const { data } = useQuery(policyComplianceQuery(org.id, SHOWN_ENVIRONMENT));
  return (
    <div className="figure">
      <dt>
        <AppLink to="/orgs/$org/policies" params={{ org: org.slug }}>
          Allowed by policies
        </AppLink>
      </dt>
      <dd>{data === undefined ? '…' : count(data.evaluated - data.denied_before)}</dd>
      <dd className="note">
        {data === undefined ? SHOWN_ENVIRONMENT : `of ${count(data.evaluated)} in ${SHOWN_ENVIRONMENT}`}
      </dd>
    </div>
  );
}

/** How many MCPs have each certification level. */
function Distribution({ posture }: { readonly posture: Posture }) {
  const { certification_distribution: levels, summary } = posture;
  const rows = [
    ['Level 3, advanced', levels.level_3_advanced],
    ['Level 2, standard', levels.level_2_standard],
    ['Level 1, baseline', levels.level_1_baseline],
    ['Not certified', levels.level_0_not_compliant],
    ['Not analyzed', summary.mcps_pending],
  ] as const;
  return (
    <section className="card" aria-labelledby="levels">
      <h2 id="levels">Certification</h2>
      <Bars rows={rows.map(([name, value]) => ({ name, value }))} />
    </section>
  );
}

/** Open findings by severity. */
function Severities({ org, posture }: { readonly org: Org; readonly posture: Posture }) {
  return (
    <section className="card" aria-labelledby="severities">
      <h2 id="severities">Open findings by severity</h2>
      <Bars
        rows={SEVERITIES.map((severity) => ({
          name: severity,
          value: posture.severity_totals[severity],
          tone: severity,
          link: (
            <AppLink to="/orgs/$org/findings" params={{ org: org.slug }} search={{ severity }}>
              {severity}
            </AppLink>
          ),
        }))}
      />
    </section>
  );
}

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly tone?: string;
  readonly link?: React.ReactNode;
}

/** Numbers with a bar for each; the numbers say everything. */
function Bars({ rows }: { readonly rows: readonly Bar[] }) {
  const max = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul className="plain bars">
      {rows.map(({ name, value, tone, link }) => (
        <li key={name}>
          <span>{link ?? name}</span>
          <span className={`bar ${tone ?? ''}`} aria-hidden="true">
            <span style={{ width: `${(100 * value) / max}%` }} />
          </span>
          <span className="number end">{count(value)}</span>
        </li>
      ))}
    </ul>
  );
}
