import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LevelBadge } from '../domain/badges.tsx';
import { VERSION_STATUS_LABELS } from '../domain/labels.ts';
import { AppLink } from '../ui/button.tsx';
import { ValueBadge } from '../ui/labels.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { isAnalyzed, MAX_VERSIONS, versionsQuery, type ListedVersion } from './mcp.queries.ts';
import { PreviewMark } from './preview-mark.tsx';
import { useShownVersion } from './shown-version.ts';

// The chart library is as large as the rest of the page.
const ScoreHistory = lazy(() => import('./score-history.tsx'));

const route = getRouteApi('/mcps/$owner/$slug');

/** All versions, newest first, and how the score changed. */
export function VersionsTab() {
  const params = route.useParams();
  const { mcp, version: shown } = useShownVersion();
  const {
    data: { versions, total },
  } = useSuspenseQuery(versionsQuery(params));
  const analyzed = versions.filter((version) => isAnalyzed(version) && !version.preview);
  return (
    <div className="stack">
      {analyzed.length < 2 ? null : (
        <section className="card" aria-labelledby="history">
          <h2 id="history">Score by version</h2>
          <div className="chart tall">
            <Suspense fallback={<span className="skeleton chart tall" />}>
              <ScoreHistory versions={analyzed} />
            </Suspense>
          </div>
        </section>
      )}
      <section className="card flush" aria-label="Versions">
        <Table
          caption="Versions, newest first"
          rows={versions}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'Version',
              cell: (version) => (
                <VersionLink
                  version={version}
                  params={params}
                  isShown={version.id === shown?.id}
                  isNewest={version.id === mcp.latest_version?.id}
                />
              ),
            },
            {
              name: 'Status',
              cell: ({ status }) => <ValueBadge labels={VERSION_STATUS_LABELS} value={status} />,
            },
            { name: 'Level', cell: ({ certification_level: level }) => <LevelBadge level={level} /> },
            { name: 'Score', kind: 'number', cell: ({ global_score: score }) => score ?? '–' },
            { name: 'Known since', cell: ({ created_at: at }) => <Time at={at} /> },
          ]}
        />
      </section>
      {total > MAX_VERSIONS ? (
        <p className="soft">{`These are the newest ${MAX_VERSIONS} of ${total} versions.`}</p>
      ) : null}
    </div>
  );
}

const VersionLink = ({
  version: { semver, visible_version: name, ref, preview },
  params,
  isShown,
  isNewest,
}: {
  readonly version: ListedVersion;
  readonly params: { readonly owner: string; readonly slug: string };
  readonly isShown: boolean;
  readonly isNewest: boolean;
}) => (
  <span>
    <AppLink
      to="/mcps/$owner/$slug"
      params={params}
      search={isNewest ? {} : { version: name }}
      aria-current={isShown ? 'true' : undefined}
      activeProps={{ 'aria-current': isShown ? 'true' : undefined }}
    >
      {semver ?? name}
    </AppLink>{' '}
    {semver === null ? null : <span className="mono soft small">{name}</span>}
    {preview ? <PreviewMark of={ref} /> : null}
  </span>
);
