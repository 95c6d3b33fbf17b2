import { SEVERITIES } from '../api/catalogs.gen.ts';
import { LevelBadge, Score, SeverityBadge } from '../domain/badges.tsx';
import { EvaluationWarnings } from '../domain/evaluation-warnings.tsx';
import { DECISION_LABELS, SERVER_FORMS } from '../domain/labels.ts';
import { McpLink } from '../domain/mcp-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { counted } from '../ui/count.ts';
import { InlineCode } from '../ui/inline-code.tsx';
import { ValueBadge } from '../ui/labels.tsx';
import { Notice } from '../ui/state.tsx';
import type { CheckedServer, CheckResult } from './check.queries.ts';
import { isScannable, UnknownServer } from './unknown-server.tsx';

/** The servers in the order of the text, each with its verdict. */
export function CheckResults({
  result: { passes, warnings, servers },
  isSignedIn,
}: {
  readonly result: CheckResult;
  readonly isSignedIn: boolean;
}) {
  return (
    <div className="stack">
      <Summary passes={passes} warnings={warnings} servers={servers} />
      <EvaluationWarnings warnings={warnings} />
      <ol className="plain stack tight">
        {servers.map((server, index) => (
          <li key={index}>
            <CheckedServerCard server={server} isSignedIn={isSignedIn} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** How many servers there are; an entry that starts several packages and programs has a reference for each. */
function countedServers(servers: readonly CheckedServer[]): string {
  const entries = new Set(
    servers.map(({ entry, line }, index) => (entry === null ? index : `${line} ${entry}`)),
  );
  const named = counted(entries.size, 'server');
  return entries.size === servers.length ? named : `${servers.length} references of ${named}`;
}

function Summary({ passes, warnings, servers }: CheckResult) {
  const names = countedServers(servers);
  if (passes === null) {
    const found = servers.filter(({ mcpName }) => mcpName !== null).length;
    return (
      <Notice kind={found === servers.length ? 'info' : 'warn'}>
        {`The text names ${names}; the catalog has ${found === servers.length ? 'all of them' : `${found} of them`}.`}
      </Notice>
    );
  }
  const denied = servers.filter(({ isAllowed }) => isAllowed === false).length;
  return (
    <Notice kind={!passes ? 'bad' : warnings.length > 0 ? 'warn' : 'good'}>
      <strong>
        {passes ? `Passes: ${names}, and all may run.` : `Fails: ${denied} of ${names} may not run.`}
      </strong>
    </Notice>
  );
}

function CheckedServerCard({
  server,
  isSignedIn,
}: {
  readonly server: CheckedServer;
  readonly isSignedIn: boolean;
}) {
  const { entry, line, format, name, version, kind, mcpName, notes } = server;
  const isUnknown = mcpName === null;
  return (
    <article className="card checked" aria-label={entry ?? name}>
      <Score score={server.score} />
      <div className="stack tight">
        <div className="row">
          <h2>{entry ?? name}</h2>
          <Verdict server={server} />
          {server.isDisabled ? <Badge>disabled</Badge> : null}
        </div>
        <p className="soft small">
          {line === null ? '' : `${format === null ? 'Line' : `${format}, line`} ${line}: `}
          {kind === null ? (
            'it is not known what this entry runs'
          ) : (
            <>
              {`${SERVER_FORMS[kind]} `}
              <code>{version === '' || version === 'latest' ? name : `${name} ${version}`}</code>
            </>
          )}
        </p>
        {notes.length === 0 ? null : (
          <ul>
            {notes.map((note) => (
              <li key={note}>
                <InlineCode text={note} />
              </li>
            ))}
          </ul>
        )}
        {isUnknown ? (
          isScannable(server) ? (
            <UnknownServer server={server} isSignedIn={isSignedIn} />
          ) : null
        ) : (
          <CatalogLink server={server} mcpName={mcpName} />
        )}
      </div>
    </article>
  );
}

function Verdict({ server: { isAllowed, kind, mcpName, level, open } }: { readonly server: CheckedServer }) {
  if (isAllowed !== null)
    return <ValueBadge labels={DECISION_LABELS} value={isAllowed ? 'ALLOWED' : 'DENIED'} />;
  if (kind === null) return <Badge tone="bad">cannot be checked</Badge>;
  if (mcpName === null) return <Badge tone="warn">not in the catalog</Badge>;
  return (
    <>
      <LevelBadge level={level} />
      {SEVERITIES.filter((severity) => (open?.[severity] ?? 0) > 0).map((severity) => (
        <span key={severity} className="row tight">
          <span className="number">{open?.[severity]}</span> <SeverityBadge severity={severity} />
        </span>
      ))}
    </>
  );
}

const CatalogLink = ({
  server: { visibleVersion },
  mcpName,
}: {
  readonly server: CheckedServer;
  readonly mcpName: string;
}) => (
  <p>
    In the catalog: <McpLink name={mcpName} {...(visibleVersion !== null && { version: visibleVersion })} />
    {visibleVersion === null ? ', but not this version' : ` (${visibleVersion})`}
  </p>
);
