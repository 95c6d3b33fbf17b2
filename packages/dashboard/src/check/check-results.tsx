import { Badge, Level, Score, SEVERITIES, SeverityBadge } from '../ui/badges.tsx';
import { EvaluationWarnings } from '../organization/shared/applied-policies.tsx';
import { AppLink } from '../ui/button.tsx';
import { InlineCode } from '../ui/inline-code.tsx';
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

function Summary({ passes, warnings, servers }: CheckResult) {
  const names = servers.length === 1 ? '1 server' : `${servers.length} servers`;
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

const KINDS: Readonly<Record<string, string>> = {
  catalog_name: 'name in the catalog',
  public_name: 'public name',
  npm_package: 'npm package',
  pypi_package: 'PyPI package',
  repository: 'repository',
  digest: 'digest of a bundle',
  image: 'container image',
  remote: 'address of a running server',
};

function CheckedServerCard({
  server,
  isSignedIn,
}: {
  readonly server: CheckedServer;
  readonly isSignedIn: boolean;
}) {
  const { entry, line, name, version, kind, mcpName, notes } = server;
  const isUnknown = mcpName === null;
  return (
    <article className="card checked" aria-label={entry ?? name}>
      <Score score={server.score} />
      <div className="stack tight">
        <div className="row">
          <h2>{entry ?? name}</h2>
          <Verdict server={server} />
        </div>
        <p className="soft small">
          {line === null ? '' : `Line ${line}: `}
          {kind === null ? (
            'it is not known what this entry runs'
          ) : (
            <>
              {`${KINDS[kind] ?? kind} `}
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

function Verdict({ server: { isAllowed, mcpName, level, open } }: { readonly server: CheckedServer }) {
  if (isAllowed !== null)
    return isAllowed ? <Badge tone="good">allowed</Badge> : <Badge tone="bad">denied</Badge>;
  if (mcpName === null) return <Badge tone="warn">not in the catalog</Badge>;
  return (
    <>
      <Level level={level} />
      {SEVERITIES.filter((severity) => (open?.[severity] ?? 0) > 0).map((severity) => (
        <span key={severity} className="row tight">
          <span className="number">{open?.[severity]}</span> <SeverityBadge severity={severity} />
        </span>
      ))}
    </>
  );
}

function CatalogLink({
  server: { visibleVersion },
  mcpName,
}: {
  readonly server: CheckedServer;
  readonly mcpName: string;
}) {
  const [owner = '', slug = ''] = mcpName.split('/');
  return (
    <p>
      In the catalog:{' '}
      <AppLink
        to="/mcps/$owner/$slug"
        params={{ owner, slug }}
        search={visibleVersion === null ? {} : { version: visibleVersion }}
      >
        {mcpName}
      </AppLink>
      {visibleVersion === null ? ', but not this version' : ` (${visibleVersion})`}
    </p>
  );
}
