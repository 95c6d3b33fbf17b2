import { useSuspenseQuery } from '@tanstack/react-query';
import { SeverityBadge } from '../../domain/badges.tsx';
import { CLASS_NAMES } from '../../domain/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { AppLink } from '../../ui/button.tsx';
import { count } from '../../ui/count.ts';
import { PageHeader } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useOrg } from '../shared/org.queries.ts';
import { complianceQuery } from './security.queries.ts';

/** Compliance with the ten risks of MCP servers. */
export function CompliancePage() {
  const org = useOrg();
  const { data } = useSuspenseQuery(complianceQuery(org.id));
  const compliant = data.risks.filter(({ status }) => status === 'compliant').length;
  const names = new Map(data.risks.map(({ risk_id, risk_name }) => [risk_id, risk_name]));
  return (
    <div className="stack wide">
      <PageHeader
        title="Compliance"
        lead={`${data.framework}, ${data.framework_version}. A risk without open findings is compliant.`}
      />
      <section className="card stack tight" aria-label="Compliant risks">
        <div className="row apart">
          <strong>
            {compliant} of {data.risks.length} risks compliant
          </strong>
          <span className="soft small">
            evaluated <Time at={data.evaluated_at} />
          </span>
        </div>
        <span className="bar" aria-hidden="true">
          <span style={{ width: `${100 * data.overall_compliance_rate}%` }} />
        </span>
      </section>
      <section className="card flush" aria-label="Risks">
        <Table
          caption="The ten risks with the findings of each"
          rows={data.risks}
          keyOf={({ risk_id }) => risk_id}
          columns={[
            {
              name: 'Risk',
              cell: ({ risk_id, risk_name, mapped_vulnerability_classes: classes }) => (
                <div className="stack tight">
                  <span>
                    <strong>{risk_id}</strong> {risk_name}
                  </span>
                  <span className="soft small">
                    {classes.map((letter) => `${letter}: ${CLASS_NAMES[letter]}`).join('; ')}
                  </span>
                </div>
              ),
            },
            {
              name: 'Status',
              cell: ({ status }) =>
                status === 'compliant' ? (
                  <Badge tone="good">compliant</Badge>
                ) : (
                  <Badge tone="bad">not compliant</Badge>
                ),
            },
            {
              name: 'Open findings',
              kind: 'number',
              cell: ({ risk_id, finding_count }) =>
                finding_count === 0 ? (
                  0
                ) : (
                  <AppLink
                    to="/orgs/$org/findings"
                    params={{ org: org.slug }}
                    search={{ owasp_mcp: risk_id }}
                    aria-label={`${finding_count} findings of ${risk_id}`}
                  >
                    {count(finding_count)}
                  </AppLink>
                ),
            },
            { name: 'MCPs', kind: 'number', cell: ({ affected_mcps }) => count(affected_mcps) },
            {
              name: 'Worst',
              cell: ({ max_severity }) =>
                max_severity === null ? (
                  <span className="soft">–</span>
                ) : (
                  <SeverityBadge severity={max_severity} />
                ),
            },
          ]}
        />
      </section>
      <details>
        <summary>The same ids in the published beta of 2025</summary>
        <div className="card flush crosswalk">
          <Table
            caption="Ids with their names here and in the published beta"
            rows={data.crosswalk}
            keyOf={({ risk_id }) => risk_id}
            columns={[
              { name: 'Id', cell: ({ risk_id }) => risk_id },
              { name: 'Here', cell: ({ risk_id }) => names.get(risk_id) ?? '' },
              { name: 'Published beta', cell: ({ published_title }) => published_title },
            ]}
          />
        </div>
      </details>
    </div>
  );
}
