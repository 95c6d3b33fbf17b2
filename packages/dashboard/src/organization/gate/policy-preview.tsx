import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasSessionEnded } from '../../api/failure-text.ts';
import { EvaluationWarnings } from '../../domain/evaluation-warnings.tsx';
import { DECISION_LABELS } from '../../domain/labels.ts';
import { count } from '../../ui/count.ts';
import { Failure, messageOf } from '../../ui/failure.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { ValueBadge } from '../../ui/labels.tsx';
import { Notice } from '../../ui/state.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import {
  policyTrialQuery,
  type PolicyRequest,
  type PolicyTrial,
  type TrialRequest,
} from './policies.queries.ts';

interface PolicyPreviewProps {
  readonly orgId: string;
  readonly policy: PolicyRequest;
  /** Ids of policies that the draft replaces. */
  readonly without: string[];
  /** The trial that the route has already requested for the unedited policy; undefined if its result may differ from that of the form. */
  readonly initialTrial: TrialRequest | undefined;
}

/** Shows what a draft would deny of the organization's MCPs, while it is edited. */
export function PolicyPreview({ orgId, policy, without, initialTrial }: PolicyPreviewProps) {
  const [environment, setEnvironment] = useState(policy.environments?.[0] ?? 'production');
  const request = { environment: environment.trim(), policies: [policy], without };
  const settled = useDebounced(request);
  const [first] = useState(() => JSON.stringify(request));
  const isUnedited = JSON.stringify(settled) === first;
  const { data, error, isFetching } = useQuery({
    ...policyTrialQuery(orgId, isUnedited && initialTrial ? initialTrial : settled),
    enabled: settled.environment !== '',
  });
  return (
    <section className="card stack preview" aria-label="Preview" aria-busy={isFetching}>
      <h2>Preview</h2>
      <p className="soft">
        What the gate would decide about the newest version of each of your MCPs with this policy. Nothing is
        changed or recorded.
      </p>
      <TextField label="Environment of the preview" value={environment} onChange={setEnvironment} />
      {hasSessionEnded(error) ? (
        <Failure error={error} />
      ) : error !== null ? (
        <Notice kind="warn">The draft is not complete: {messageOf(error)}</Notice>
      ) : data === undefined ? (
        <span className="skeleton preview-wait" />
      ) : (
        <div className="stack preview-result">
          <Summary trial={data} />
          <EvaluationWarnings warnings={data.warnings} />
          <Servers trial={data} />
        </div>
      )}
    </section>
  );
}

function Summary({ trial }: { readonly trial: PolicyTrial }) {
  const { total, evaluated, denied_before: before, denied_after: after } = trial;
  if (total === 0) {
    return (
      <p role="status">
        The organization has no MCPs yet, so there is nothing to try the policy on. Push one, or publish one
        to the registry.
      </p>
    );
  }
  const difference = after - before;
  return (
    <p role="status">
      Denies <strong>{count(after)}</strong> of {count(evaluated)} MCPs,{' '}
      {difference === 0
        ? 'as many as today.'
        : `${count(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than today.`}
      {evaluated < total ? ` Only the first ${count(evaluated)} of ${count(total)} by name are tried.` : ''}
    </p>
  );
}

const SHOWN = 100;

/** Up to so many MCPs, all are shown at first. */
const FEW = 10;

/** The servers whose decision changes first, or all. */
function Servers({ trial }: { readonly trial: PolicyTrial }) {
  const [choice, setChoice] = useState<boolean>();
  const all = choice ?? trial.total <= FEW;
  const changed = trial.mcps.filter((server) => server.changed);
  const shown = all ? [...changed, ...trial.mcps.filter((server) => !server.changed)] : changed;
  if (trial.total === 0) return null;
  return (
    <>
      <Checkbox label="Also show MCPs with the same decision" isSelected={all} onChange={setChoice} />
      {shown.length === 0 ? (
        <p className="soft">The decision changes for none of them.</p>
      ) : (
        <ul className="plain stack tight" aria-label="Decisions">
          {shown.slice(0, SHOWN).map((server) => (
            <li key={server.name} className="trial">
              <div className="row apart">
                <strong>{server.name}</strong>
                <Decision trial={server} />
              </div>
              {server.after.reason === null ? null : (
                <span className="soft small">
                  {server.after.reason}
                  {server.after.matched_policy === null ? '' : ` (${server.after.matched_policy.name})`}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length > SHOWN ? <p className="soft">And {count(shown.length - SHOWN)} more.</p> : null}
    </>
  );
}

function Decision({ trial }: { readonly trial: PolicyTrial['mcps'][number] }) {
  const { before, after, changed } = trial;
  return (
    <span className="row">
      {changed ? (
        <>
          <ValueBadge labels={DECISION_LABELS} value={before.result} />
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">becomes</span>
        </>
      ) : null}
      <ValueBadge labels={DECISION_LABELS} value={after.result} />
    </span>
  );
}
