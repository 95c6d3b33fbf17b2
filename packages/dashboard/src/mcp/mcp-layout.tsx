import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LevelBadge, McpMarks, Score } from '../domain/badges.tsx';
import { VERSION_STATUS_LABELS } from '../domain/labels.ts';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { AppLink } from '../ui/button.tsx';
import { ValueBadge } from '../ui/labels.tsx';
import { Notice, PageHeader, State } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { snapshotQuery, versionQuery, type Mcp, type Version } from './mcp.queries.ts';
import { PreviewMark } from './preview-mark.tsx';
import { useShownVersion } from './shown-version.ts';
import { useFollowedAnalysis } from './use-followed-analysis.ts';
import { verdictOf } from './verdict.ts';
import './mcp.css';

const route = getRouteApi('/mcps/$owner/$slug');

const TABS = [
  ['/mcps/$owner/$slug', 'Overview'],
  ['/mcps/$owner/$slug/findings', 'Findings'],
  ['/mcps/$owner/$slug/controls', 'Controls'],
  ['/mcps/$owner/$slug/surface', 'Surface'],
  ['/mcps/$owner/$slug/evidence', 'Evidence'],
  ['/mcps/$owner/$slug/versions', 'Versions'],
  ['/mcps/$owner/$slug/install', 'Install'],
] as const;

/** An MCP: its verdict above the tabs, which are pages of their own. */
export function McpLayout() {
  const params = route.useParams();
  const { version: named } = route.useSearch();
  const { mcp, version, isNewest } = useShownVersion();
  const tab = useShownTab();
  return (
    <div className="stack mcp">
      <PageHeader
        title={mcp.name}
        windowTitle={tab === undefined ? mcp.name : `${tab} of ${mcp.name}`}
        lead={mcp.description === '' ? undefined : mcp.description}
        above={
          <Breadcrumbs>
            <AppLink to="/">Catalog</AppLink>
            <AppLink to="/" search={{ q: `${params.owner}/` }}>
              {params.owner}
            </AppLink>
          </Breadcrumbs>
        }
        actions={
          <>
            <Score score={version?.global_score} />
            <LevelBadge level={version?.certification_level} />
            <McpMarks mcp={mcp} />
          </>
        }
      />
      {version === undefined ? (
        <State title="No version yet">
          <p>
            Nothing was pushed or fetched. Push a version, or wait for the next release of its repository.
          </p>
        </State>
      ) : (
        <>
          <VersionBar mcp={mcp} version={version} isNewest={isNewest} />
          <VerdictNotice key={version.id} mcp={mcp} version={version} />
          <Tabs version={named} />
          <Outlet />
        </>
      )}
    </div>
  );
}

/** The tab that is shown; undefined for the first one, which is about everything. */
function useShownTab(): string | undefined {
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath.replace(/\/$/, '') });
  return TABS.slice(1).find(([to]) => to === shown)?.[1];
}

/** The pages about the version. On narrow screens the one that is shown scrolls into view. */
function Tabs({ version }: { readonly version: string | undefined }) {
  const params = route.useParams();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (tabs.current && shown)
      tabs.current.scrollLeft +=
        shown.getBoundingClientRect().left - tabs.current.getBoundingClientRect().left;
  }, [path]);
  return (
    <nav className="tabs" aria-label="About this version" ref={tabs}>
      {TABS.map(([to, name]) => (
        <AppLink
          key={to}
          to={to}
          params={params}
          search={version === undefined ? {} : { version }}
          activeOptions={{ exact: true, includeSearch: false }}
          resetScroll={false}
        >
          {name}
        </AppLink>
      ))}
    </nav>
  );
}

/** Which version the page shows, and the way to another one. */
function VersionBar({
  mcp,
  version,
  isNewest,
}: {
  readonly mcp: Mcp;
  readonly version: Version;
  readonly isNewest: boolean;
}) {
  const params = route.useParams();
  const { data: detail } = useSuspenseQuery(versionQuery({ mcp, version }));
  return (
    <p className="row">
      <strong>{detail.semver ?? version.visible_version}</strong>
      {detail.semver === null ? null : <span className="mono soft">{version.visible_version}</span>}
      {detail.preview ? <PreviewMark of={detail.ref} /> : null}
      <ValueBadge labels={VERSION_STATUS_LABELS} value={version.status} />
      <span className="soft small">
        <Time at={detail.created_at} />
      </span>
      {isNewest ? null : (
        <>
          <Badge tone="warn">not the newest</Badge>
          <AppLink to="." search={{}} params={params} resetScroll={false}>
            Show the newest
          </AppLink>
        </>
      )}
    </p>
  );
}

/** The verdict in one sentence; follows the analysis while it runs. */
function VerdictNotice({ mcp, version }: { readonly mcp: Mcp; readonly version: Version }) {
  const { data: snapshot } = useSuspenseQuery(snapshotQuery({ mcp, version }));
  const { data: detail } = useSuspenseQuery(versionQuery({ mcp, version }));
  useFollowedAnalysis({ mcp, version });
  const { tone, sentence } = verdictOf(version, detail, snapshot);
  return (
    <Notice kind={tone}>
      <strong>{sentence}</strong>
    </Notice>
  );
}
