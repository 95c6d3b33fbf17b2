import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { analyzedVersionQuery, isRunning, useAnalysisProgress } from '../domain/analysis-progress.ts';
import { LevelBadge, Score } from '../domain/badges.tsx';
import { VERSION_STATUS_LABELS } from '../domain/labels.ts';
import { mcpNameOf } from '../domain/mcp-name.ts';
import { AppButtonLink, AppLink, Button } from '../ui/button.tsx';
import { ValueBadge } from '../ui/labels.tsx';
import { Notice } from '../ui/state.tsx';
import type { Push } from './push.ts';

const PUBLICATION_POLL_MS = 5000;
const PUBLICATION_POLLS = 12;

interface AnalysisWatchProps {
  readonly push: Push;
  readonly ids: { readonly mcpId: string; readonly versionId: string };
  readonly onAgain: () => void;
}

/** Follows the analysis of what was pushed, and shows its result. */
export function AnalysisWatch({ push, ids, onAgain }: AnalysisWatchProps) {
  const { status, stage, percentage } = useAnalysisProgress(ids, 'INGESTED');
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card stack" aria-labelledby="watch">
      <div className="row apart">
        <h2 id="watch" ref={heading} tabIndex={-1}>
          {`${push.name} ${push.version}`}
        </h2>
        <ValueBadge labels={VERSION_STATUS_LABELS} value={status} />
      </div>
      <ol className="plain push-steps">
        <Step state="done">Pushed</Step>
        <Step state={status === 'INGESTED' ? 'active' : 'done'}>Waiting for the analyzer</Step>
        <Step state={status === 'ANALYZING' ? 'active' : status === 'INGESTED' ? 'open' : 'done'}>
          {stage === undefined || status !== 'ANALYZING'
            ? 'Analyzing'
            : `Analyzing: ${stage.replaceAll('_', ' ')}`}
        </Step>
        <Step state={isRunning(status) ? 'open' : 'done'}>Result</Step>
      </ol>
      {isRunning(status) && percentage !== undefined ? (
        <div className="bar" role="progressbar" aria-label="Analysis" aria-valuenow={percentage}>
          <span style={{ inlineSize: `${percentage}%` }} />
        </div>
      ) : null}
      {isRunning(status) ? (
        <p className="soft" role="status">
          {status === 'INGESTED'
            ? 'The analysis starts as soon as a worker is free. You can leave this page; the result will be in the catalog.'
            : 'The analyzer reads the source. That takes seconds for most servers, and minutes for large ones.'}
        </p>
      ) : (
        <Result push={push} ids={ids} status={status} onAgain={onAgain} />
      )}
    </section>
  );
}

const WORDS = { done: 'done', active: 'now', open: 'not yet' } as const;

const Step = ({ state, children }: { readonly state: keyof typeof WORDS; readonly children: string }) => (
  <li className={`push-step ${state}`} aria-current={state === 'active' ? 'step' : undefined}>
    {children}
    <span className="visually-hidden">{`: ${WORDS[state]}`}</span>
  </li>
);

function Result({ push, ids, status, onAgain }: AnalysisWatchProps & { readonly status: string }) {
  const { data: version } = useQuery({
    ...analyzedVersionQuery(ids, status),
    // The registry has it some seconds after the analysis; when it cannot be reached, the page stops asking.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.status === 'CERTIFIED' && dataUpdateCount < PUBLICATION_POLLS && PUBLICATION_POLL_MS,
  });
  const reached = version?.status ?? status;
  const { owner, slug } = mcpNameOf(push.name);
  const isCertified = status === 'CERTIFIED' || status === 'PUBLISHED';
  const search = version === undefined ? {} : { version: version.visible_version };
  return (
    <div className="stack">
      <Notice kind={isCertified ? 'good' : status === 'FAILED' ? 'warn' : 'bad'}>
        <strong>{sentenceOf(reached)}</strong>{' '}
        {status === 'FAILED' && version?.failure_reason ? version.failure_reason : null}
      </Notice>
      {version === undefined || version.global_score === null ? null : (
        <p className="row">
          <Score score={version.global_score} />
          <LevelBadge level={version.certification_level} />
        </p>
      )}
      {status === 'FAILED' ? null : (
        <p className="soft">
          Whether it may run is for the{' '}
          <AppLink to="/orgs/$org/policies" params={{ org: owner }}>
            policies of {owner}
          </AppLink>{' '}
          to decide.
        </p>
      )}
      <div className="form-actions">
        <AppButtonLink to="/mcps/$owner/$slug" params={{ owner, slug }} search={search}>
          Open the result
        </AppButtonLink>
        {status === 'NOT_CERTIFIED' ? (
          <AppButtonLink
            look="secondary"
            to="/mcps/$owner/$slug/findings"
            params={{ owner, slug }}
            search={search}
          >
            See the findings
          </AppButtonLink>
        ) : null}
        <Button look="secondary" onPress={onAgain}>
          Push another version
        </Button>
      </div>
    </div>
  );
}

function sentenceOf(status: string): string {
  switch (status) {
    case 'CERTIFIED':
      return 'Certified. It is published to the registry next.';
    case 'PUBLISHED':
      return 'Certified, and published to the registry.';
    case 'NOT_CERTIFIED':
      return 'Not certified. Fix the findings, and push the next version.';
    default:
      return 'The analysis failed.';
  }
}
