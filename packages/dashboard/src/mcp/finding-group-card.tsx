import { useId } from 'react';
import { SeverityBadge } from '../domain/badges.tsx';
import { Badge } from '../ui/badge.tsx';
import { InlineCode } from '../ui/inline-code.tsx';
import { Time } from '../ui/time.tsx';
import { toolsOf, type FindingGroup } from './finding-groups.ts';
import { FindingTrace } from './finding-trace.tsx';
import type { Finding } from './mcp.queries.ts';

/** Findings that one change would fix: what is wrong, how to fix it, and the path of the data in each. */
export function FindingGroupCard({ group: { findings } }: { readonly group: FindingGroup }) {
  const id = useId();
  const [worst] = findings;
  const tools = toolsOf(findings);
  return (
    <article className="card mcp-finding" aria-labelledby={id}>
      <div className="row">
        <SeverityBadge severity={worst.severity} />
        {findings.length === 1 ? null : <Badge>{`${findings.length} findings, one fix`}</Badge>}
        {worst.by_design ? <Badge tone="warn">by design</Badge> : null}
      </div>
      <h2 id={id}>
        <InlineCode text={worst.title} />
      </h2>
      <p>
        <InlineCode text={worst.description} />
      </p>
      <dl className="pairs">
        <dt>How to fix it</dt>
        <dd>
          <InlineCode text={worst.remediation} />
        </dd>
        <dt>Classification</dt>
        <dd>
          {`${worst.vulnerability_class_name}; ${worst.cwe}; CVSS ${worst.cvss.toFixed(1)}; ${worst.owasp_mcp} ${worst.owasp_mcp_name}; rule ${worst.rule_id}`}
        </dd>
        {tools.length === 0 ? null : (
          <>
            <dt>{tools.length === 1 ? 'Tool' : 'Tools'}</dt>
            <dd>
              <code>{tools.join(', ')}</code>
            </dd>
          </>
        )}
        {worst.promised_by === undefined ? null : (
          <>
            <dt>Promised by</dt>
            <dd>{worst.promised_by}</dd>
          </>
        )}
      </dl>
      <ul className="plain stack tight">
        {findings.map((finding, index) => (
          <li key={finding.fingerprint}>
            <FindingDetails finding={finding} isOpen={index === 0} />
          </li>
        ))}
      </ul>
    </article>
  );
}

const REACH: Readonly<Record<string, string>> = {
  handler: 'in the handler of a tool, resource or prompt',
  reachable: 'in code that a handler calls',
  unreachable: 'in code that no handler calls',
};

function FindingDetails({ finding, isOpen }: { readonly finding: Finding; readonly isOpen: boolean }) {
  const { location, confidence, reach, lowered_because: lowered = [], suppressions } = finding;
  return (
    <details className="mcp-finding-details" open={isOpen}>
      <summary>
        <code>{`${location.file_path}:${location.start_line}`}</code>
        {suppressions.length === 0 ? null : <Badge>suppressed</Badge>}
        {finding.status === 'resolved' ? <Badge tone="good">resolved</Badge> : null}
      </summary>
      <div className="stack tight">
        <FindingTrace finding={finding} />
        <p className="soft small">
          {`Confidence ${confidence}; ${REACH[reach] ?? reach}. `}
          {lowered.join(' ')}
          {finding.suppressed_by_publisher
            ? ' A comment in the source asks scanners to ignore it, which has no effect.'
            : ''}
          {finding.first_detected_at === null ? null : (
            <>
              {' First found '}
              <Time at={finding.first_detected_at} />.
            </>
          )}
        </p>
        {suppressions.map(({ id, reason, author_name: author, expires_at: end }) => (
          <p key={id} className="small">
            <Badge>suppressed</Badge> {`by ${author}: ${reason} Ends `}
            <Time at={end} exact />.
          </p>
        ))}
      </div>
    </details>
  );
}
