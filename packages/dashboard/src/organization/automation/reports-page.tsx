import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { urlOf } from '../../api/client.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg } from '../shared/org.queries.ts';
import { PAPER_NAMES, reportsQuery, schedulesQuery, type Report } from './automation.queries.ts';
import { OrderReport } from './order-report.tsx';
import { ReportSchedules } from './report-schedules.tsx';

const route = getRouteApi('/orgs/$org/reports');

/** Orders reports, follows them, and offers them as PDF, page and data. */
export function ReportsPage() {
  const org = useOrg();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(reportsQuery(org.id, search));
  const { data: schedules } = useSuspenseQuery(schedulesQuery(org.id));
  const mayCreate = org.can('report:create');
  return (
    <div className="stack wide">
      <PageHeader
        title="Reports"
        lead="The security of the organization, or one analysis, as a document for management and auditors. A report never changes."
      />
      {mayCreate ? <OrderReport org={org} /> : null}
      <section className="card flush" aria-label="Reports">
        <Table
          caption="Reports, newest first"
          rows={data.reports}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'About',
              cell: ({ scope, snapshot_id, schedule_id }) => (
                <div className="stack tight">
                  <span>{scope === 'ORGANIZATION' ? 'The organization' : 'An analysis'}</span>
                  {snapshot_id === null ? null : <code className="soft">{snapshot_id.slice(0, 8)}</code>}
                  {schedule_id === null ? null : <span className="soft small">by a schedule</span>}
                </div>
              ),
            },
            { name: 'Status', cell: (report) => <ReportStatus report={report} /> },
            { name: 'Ordered', cell: ({ created_at }) => <Time at={created_at} /> },
            { name: 'By', cell: ({ requested_by }) => requested_by },
            {
              name: 'Downloads',
              kind: 'actions',
              cell: (report) => <Downloads orgId={org.id} report={report} />,
            },
          ]}
          empty={
            <State title="No reports yet">
              <p>{mayCreate ? 'Order one above.' : 'Administrators order reports.'}</p>
            </State>
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
      <ReportSchedules org={org} schedules={schedules.schedules} />
    </div>
  );
}

function ReportStatus({ report }: { readonly report: Report }) {
  return (
    <div className="stack tight" role="status">
      {report.status === 'PENDING' ? (
        <span className="row">
          <Badge tone="brand">being made</Badge>
          <progress aria-label="The report is being made" />
        </span>
      ) : report.status === 'COMPLETED' ? (
        <span className="row">
          <Badge tone="good">ready</Badge>
          <span className="soft small">{PAPER_NAMES[report.paper]}</span>
        </span>
      ) : (
        <span>
          <Badge tone="bad">failed</Badge>
        </span>
      )}
      {report.failure_reason === null ? null : <span className="soft small">{report.failure_reason}</span>}
    </div>
  );
}

const FORMATS = ['pdf', 'html', 'json'] as const;

function Downloads({ orgId, report }: { readonly orgId: string; readonly report: Report }) {
  if (report.status !== 'COMPLETED') return null;
  const when = new Date(report.created_at).toLocaleString();
  return (
    <div className="row end">
      {FORMATS.map((format) => (
        <ButtonLink
          key={format}
          look="secondary"
          small
          href={urlOf(`/api/v1/orgs/${orgId}/reports/${report.id}.${format}`)}
          aria-label={`Report of ${when} as ${format.toUpperCase()}`}
          {...(format === 'html' ? { target: '_blank', rel: 'noreferrer' } : { download: '' })}
        >
          {format.toUpperCase()}
        </ButtonLink>
      ))}
    </div>
  );
}
