import { useSuspenseQuery } from '@tanstack/react-query';
import { Badge } from '../ui/badge.tsx';
import { count } from '../ui/count.ts';
import { DifferenceCard } from './difference-card.tsx';
import { McpbCard } from './mcpb-card.tsx';
import { snapshotQuery, type Mcp, type Snapshot, type Version } from './mcp.queries.ts';
import { NotAnalyzed } from './not-analyzed.tsx';
import { useShownVersion } from './shown-version.ts';

/** What the server offers to its clients, and what it can do. */
export function SurfaceTab() {
  const { mcp, version } = useShownVersion();
  return version === undefined ? null : <Surface mcp={mcp} version={version} />;
}

function Surface({ mcp, version }: { readonly mcp: Mcp; readonly version: Version }) {
  const { data: snapshot } = useSuspenseQuery(snapshotQuery({ mcp, version }));
  if (snapshot === null) return <NotAnalyzed version={version} />;
  const {
    tools,
    transport,
    auth_signals: auth,
    capabilities,
    protocol_versions: versions,
  } = snapshot.mcp_surface;
  return (
    <div className="stack">
      <div className="grid half">
        <section className="card" aria-labelledby="tools">
          <h2 id="tools">{`Tools (${count(tools.length)})`}</h2>
          <Tools tools={tools} />
        </section>
        <section className="card" aria-labelledby="reach">
          <h2 id="reach">Transport, access and capabilities</h2>
          <dl className="pairs">
            <dt>Transport</dt>
            <dd>{transport}</dd>
            <dt>Versions of MCP</dt>
            <dd>{versions === null ? 'not known' : namesOf(versions, 'none')}</dd>
            <dt>Clients sign in with</dt>
            <dd>
              {namesOf(
                auth.filter((signal) => signal !== 'none'),
                'nothing',
              )}
            </dd>
            <dt>Capabilities</dt>
            <dd>{namesOf(capabilities, 'none that the analyzer knows')}</dd>
            <dt>Started as</dt>
            <dd>{startedAs(snapshot)}</dd>
          </dl>
        </section>
      </div>
      {snapshot.mcpb == null ? null : <McpbCard mcpb={snapshot.mcpb} />}
      <DifferenceCard snapshot={snapshot} />
    </div>
  );
}

const Tools = ({ tools }: { readonly tools: readonly string[] }) =>
  tools.length === 0 ? (
    <p className="soft">None was recognized.</p>
  ) : (
    <ul className="plain tool-list">
      {tools.map((tool) => (
        <li key={tool}>
          <code>{tool}</code>
        </li>
      ))}
    </ul>
  );

const namesOf = (names: readonly string[], none: string) =>
  names.length === 0 ? (
    none
  ) : (
    <span className="row">
      {names.map((name) => (
        <Badge key={name}>{name.replaceAll('_', ' ')}</Badge>
      ))}
    </span>
  );

const startedAs = ({ distributable: { runtime, entrypoint } }: Snapshot) =>
  entrypoint === '' ? 'nothing that clients can start' : <code>{`${runtime} ${entrypoint}`.trim()}</code>;
