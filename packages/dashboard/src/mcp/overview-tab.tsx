import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { SEVERITIES } from '../api/catalogs.gen.ts';
import { SeverityBadge } from '../domain/badges.tsx';
import { MCP_TEXTS } from '../domain/mcp-texts.ts';
import { AppLink } from '../ui/button.tsx';
import { safeHref } from '../ui/safe-href.ts';
import { Notice } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { DifferenceCard } from './difference-card.tsx';
import {
  scoresQuery,
  snapshotQuery,
  versionQuery,
  type Mcp,
  type Snapshot,
  type Version,
} from './mcp.queries.ts';
import { ScoreChart } from './score-chart.tsx';
import { useShownVersion } from './shown-version.ts';

const route = getRouteApi('/mcps/$owner/$slug');

/** What a reader wants to know first: scores, findings by severity, and what changed. */
export function OverviewTab() {
  const { mcp, version } = useShownVersion();
  return version === undefined ? null : <Overview mcp={mcp} version={version} />;
}

function Overview({ mcp, version }: { readonly mcp: Mcp; readonly version: Version }) {
  const { data: snapshot } = useSuspenseQuery(snapshotQuery({ mcp, version }));
  const { data: scores } = useSuspenseQuery(scoresQuery({ mcp, version }));
  const { data: detail } = useSuspenseQuery(versionQuery({ mcp, version }));
  const warnings = detail.publication?.warnings ?? [];
  return (
    <div className="stack">
      {snapshot === null || snapshot.complete ? null : <Incomplete reasons={snapshot.incomplete_reasons} />}
      <div className="grid half">
        {scores === null ? null : <ScoreChart scores={scores} />}
        <div className="stack">
          {snapshot === null ? null : <Severities snapshot={snapshot} />}
          <About mcp={mcp} />
        </div>
      </div>
      {warnings.length === 0 ? null : (
        <Notice kind="warn">
          <p>What clients lack to run this version from the registry:</p>
          <ul>
            {warnings.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {snapshot === null ? null : <DifferenceCard snapshot={snapshot} />}
    </div>
  );
}

const Incomplete = ({ reasons }: { readonly reasons: readonly string[] }) => (
  <Notice kind="warn">
    <p>Not analyzed, and so not known to be good:</p>
    <ul>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  </Notice>
);

function Severities({ snapshot }: { readonly snapshot: Snapshot }) {
  const params = route.useParams();
  const search = route.useSearch();
  const { version } = search;
  return (
    <section className="card" aria-labelledby="severities">
      <h2 id="severities">Findings</h2>
      <ul className="plain mcp-severities">
        {SEVERITIES.map((severity) => {
          const count = snapshot[`${severity}_findings`];
          return (
            <li key={severity} className={count === 0 ? 'soft' : undefined}>
              <span className="severity-count number">{count}</span>
              {count === 0 ? (
                severity
              ) : (
                <AppLink
                  to="/mcps/$owner/$slug/findings"
                  params={params}
                  search={{ ...(version !== undefined && { version }), severity }}
                  aria-label={`${count} ${severity}: show them`}
                >
                  <SeverityBadge severity={severity} />
                </AppLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function About({ mcp }: { readonly mcp: Mcp }) {
  const repository = safeHref(mcp.repo_url);
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">About</h2>
      <dl className="pairs">
        <dt>Repository</dt>
        <dd>
          {repository === undefined ? (
            mcp.repo_url || 'none'
          ) : (
            <a href={repository} rel="noreferrer">
              {mcp.repo_url}
            </a>
          )}
        </dd>
        {MCP_TEXTS.map(({ name, label, none }) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>{mcp[name] || none}</dd>
          </Fragment>
        ))}
        {mcp.category === null ? null : (
          <>
            <dt>Category</dt>
            <dd>
              <AppLink to="/" search={{ category: mcp.category.slug }}>
                {mcp.category.name}
              </AppLink>
            </dd>
          </>
        )}
        {mcp.tags.length === 0 ? null : (
          <>
            <dt>Tags</dt>
            <dd className="row">
              {mcp.tags.map(({ slug, name }) => (
                <AppLink key={slug} to="/" search={{ tag: slug }}>
                  {name}
                </AppLink>
              ))}
            </dd>
          </>
        )}
        <dt>In the catalog</dt>
        <dd>
          since <Time at={mcp.created_at} exact />
        </dd>
      </dl>
    </section>
  );
}
