import { SeverityBadge } from '../../domain/badges.tsx';
import { McpLink } from '../../domain/mcp-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { InlineCode } from '../../ui/inline-code.tsx';
import { Time } from '../../ui/time.tsx';
import type { Org } from '../shared/org.queries.ts';
import {
  endSuppression,
  findingsKey,
  suppressionsKey,
  type FindingSearch,
  type OrgFinding,
} from './security.queries.ts';

interface FindingRowProps {
  readonly org: Org;
  readonly finding: OrgFinding;
  readonly onFilter: (change: Partial<FindingSearch>) => void;
  readonly onSuppress: (finding: OrgFinding) => void;
}

/** A finding: what and where it is, and what the organization has decided about it. */
export function FindingRow({ org, finding, onFilter, onSuppress }: FindingRowProps) {
  const { location } = finding;
  const suppression = finding.suppressions.find(({ org_id }) => org_id === org.id);
  const mayWrite = org.can('mcp:write') && finding.id !== null;
  return (
    <article aria-label={`${finding.severity}: ${finding.title}`}>
      <div className="row apart finding-head">
        <h2>
          <SeverityBadge severity={finding.severity} /> {finding.title}
        </h2>
        {suppression !== undefined && mayWrite ? (
          <Unsuppress org={org} finding={finding} suppressionId={suppression.id} />
        ) : mayWrite && finding.status === 'open' ? (
          <Button
            look="secondary"
            small
            onPress={() => onSuppress(finding)}
            aria-label={`Suppress “${finding.title}” in ${location.file_path}`}
          >
            Suppress
          </Button>
        ) : null}
      </div>
      <p className="soft small finding-facts">
        <McpLink name={finding.mcp_name} /> <span>{finding.visible_version}</span>{' '}
        <code>
          {location.file_path}:{location.start_line}
        </code>
      </p>
      <div className="row small">
        {finding.status === 'resolved' ? <Badge tone="good">resolved</Badge> : null}
        {suppression === undefined ? null : <Badge tone="brand">suppressed</Badge>}
        <Badge>{`confidence ${finding.confidence}`}</Badge>
        {finding.by_design === true ? <Badge>by design</Badge> : null}
        <Button
          look="plain"
          small
          onPress={() => onFilter({ rule_id: finding.rule_id })}
          aria-label={`Only findings of rule ${finding.rule_id}`}
        >
          {finding.rule_id}
        </Button>
        {finding.first_detected_at === null ? null : (
          <span className="soft">
            found <Time at={finding.first_detected_at} />
          </span>
        )}
      </div>
      {suppression === undefined ? null : (
        <p className="small">
          Suppressed by {suppression.author_name} until <Time at={suppression.expires_at} exact />: “
          {suppression.reason}”
        </p>
      )}
      <Details finding={finding} />
    </article>
  );
}

function Details({ finding }: { readonly finding: OrgFinding }) {
  const { location, mcp_context: context } = finding;
  return (
    <details className="finding-details">
      <summary>Details and remediation</summary>
      <div className="stack">
        <p>
          <InlineCode text={finding.description} />
        </p>
        {location.snippet === undefined ? null : (
          <pre className="snippet" tabIndex={0} aria-label="Source line">
            {location.snippet}
          </pre>
        )}
        {finding.trace.length === 0 ? null : (
          <ol className="numbered-steps" aria-label="Path of the value">
            {finding.trace.map((step, index) => (
              // Steps have no ids, and never change.
              <li key={index}>
                <InlineCode text={step.message} />{' '}
                <code className="soft">
                  {step.file_path}:{step.line}
                </code>
              </li>
            ))}
          </ol>
        )}
        <div>
          <h3>Remediation</h3>
          <p>
            <InlineCode text={finding.remediation} />
          </p>
        </div>
        <dl className="pairs small">
          <dt>Class</dt>
          <dd>
            {finding.vulnerability_class}: {finding.vulnerability_class_name}
          </dd>
          <dt>Risk</dt>
          <dd>
            {finding.owasp_mcp} {finding.owasp_mcp_name}
          </dd>
          <dt>CWE, CVSS</dt>
          <dd>
            {finding.cwe}, {finding.cvss}
          </dd>
          {context.tool_name === null ? null : (
            <>
              <dt>Tool</dt>
              <dd>{(context.tool_names ?? [context.tool_name]).join(', ')}</dd>
            </>
          )}
        </dl>
      </div>
    </details>
  );
}

function Unsuppress({
  org,
  finding,
  suppressionId,
}: {
  readonly org: Org;
  readonly finding: OrgFinding;
  readonly suppressionId: string;
}) {
  return (
    <ConfirmedAction
      label="End suppression"
      name={`End suppression of “${finding.title}” in ${finding.location.file_path}`}
      small
      question="End the suppression?"
      run={() => endSuppression(org.id, suppressionId)}
      changes={[findingsKey(org.id), suppressionsKey(org.id)]}
      success="The suppression has ended."
      isDangerous={false}
    >
      <p>The finding “{finding.title}” then counts as undecided again. You can suppress it anew.</p>
    </ConfirmedAction>
  );
}
