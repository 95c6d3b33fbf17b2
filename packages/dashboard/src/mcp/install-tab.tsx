import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BASE_URL } from '../api/client.ts';
import { quoted } from '../domain/shell-word.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { SelectField } from '../ui/fields.tsx';
import { safeHref } from '../ui/safe-href.ts';
import { Notice, State } from '../ui/state.tsx';
import { BadgeCard } from './badge-card.tsx';
import { clientConfigurations, isByMcpHub, startsOf, type Start } from './client-entries.ts';
import {
  serverJsonQuery,
  snapshotQuery,
  versionQuery,
  type Mcp,
  type Version,
  type VersionDetail,
} from './mcp.queries.ts';
import { useShownVersion } from './shown-version.ts';

/** How clients start the version, how to pull it from the registry, and its badge. */
export function InstallTab() {
  const { mcp, version } = useShownVersion();
  return version === undefined ? null : <Install mcp={mcp} version={version} />;
}

function Install({ mcp, version }: { readonly mcp: Mcp; readonly version: Version }) {
  const slug = mcp.name.split('/')[1] ?? mcp.name;
  const { data: snapshot } = useSuspenseQuery(snapshotQuery({ mcp, version }));
  const { data: detail } = useSuspenseQuery(versionQuery({ mcp, version }));
  const { data: server } = useSuspenseQuery(serverJsonQuery({ mcp, version }, detail.semver));
  const published = detail.publication?.status === 'DONE' ? detail.publication : undefined;
  const starts = startsOf(slug, { server, snapshot: published === undefined ? null : snapshot, published });
  const file = detail.mcp_bundle;
  return (
    <div className="stack">
      <NotForUse level={version.certification_level} detail={detail} />
      {file === null ? null : <Desktop slug={slug} file={file} isOpen={mcp.visibility === 'public'} />}
      {starts.length > 0 ? (
        <Clients key={version.id} slug={slug} starts={starts} />
      ) : file !== null ? null : (
        <section className="card">
          <State title="Nothing to install">
            <p>
              This version is neither in the registry nor a package of npm or PyPI, so clients cannot get the
              bytes that were analyzed. Versions that are certified are published to the registry.
            </p>
          </State>
        </section>
      )}
      <Pull detail={detail} slug={slug} />
      <BadgeCard mcp={mcp} />
    </div>
  );
}

/** One file that a desktop client opens: nothing is to be configured by hand. */
function Desktop({
  slug,
  file: { url, sha256 },
  isOpen,
}: {
  readonly slug: string;
  readonly file: NonNullable<VersionDetail['mcp_bundle']>;
  readonly isOpen: boolean;
}) {
  const href = safeHref(url);
  return (
    <section className="card stack tight" aria-labelledby="desktop">
      <h2 id="desktop">Desktop clients</h2>
      <p>
        Claude Desktop and other clients of MCP bundles install the certified version from one file. Owners of
        an organization can upload it to their list of allowed extensions.
      </p>
      {isOpen && href !== undefined ? (
        <p>
          <ButtonLink
            href={href}
            download={`${slug}.mcpb`}
            rel="noreferrer"
          >{`Download ${slug}.mcpb`}</ButtonLink>
        </p>
      ) : null}
      <p className="soft small">
        This command downloads and checks the file. <code>TOKEN_ID</code> and <code>SECRET</code> are those of
        an API token with the scope <code>artifact:download</code>; a public package may need none.
      </p>
      <Code
        label="Commands that download the file for desktop clients"
        text={downloadCommands(slug, url, sha256)}
      />
    </section>
  );
}

const downloadCommands = (slug: string, url: string, sha256: string): string =>
  `curl -fsSL -H "Authorization: Token $TOKEN_ID:$SECRET" -o ${slug}.mcpb \\
  ${quoted(url)}
echo "${sha256}  ${slug}.mcpb" | sha256sum -c`;

function NotForUse({ level, detail }: { readonly level: number | null; readonly detail: VersionDetail }) {
  if (detail.revoked_at !== null)
    return <Notice kind="bad">This version was revoked. Choose another one.</Notice>;
  if (level !== null && level > 0) return null;
  return (
    <Notice kind="warn">
      This version is not certified. Read its findings before an agent runs it; a policy may deny it.
    </Notice>
  );
}

function Clients({ slug, starts }: { readonly slug: string; readonly starts: readonly Start[] }) {
  const [chosen, setChosen] = useState('0');
  const start = starts[Number(chosen)] ?? starts[0];
  if (start === undefined) return null;
  return (
    <section className="card stack" aria-labelledby="clients">
      <div className="row apart">
        <h2 id="clients">Clients</h2>
        {starts.length === 1 ? (
          <span className="soft">{start.label}</span>
        ) : (
          <SelectField
            label="Start it"
            value={chosen}
            onChange={setChosen}
            options={starts.map(({ label }, index) => [String(index), label] as const)}
          />
        )}
      </div>
      {isByMcpHub(start) ? <ByMcpHub /> : null}
      <p className="soft">
        The entries name exactly the version that was analyzed. Add the variables and arguments that the
        server needs, such as keys or folders; its own documentation names them.
      </p>
      <div className="grid half">
        {clientConfigurations(slug, start).map(({ client, where, text }) => (
          <div key={client} className="stack tight">
            <h3>{client}</h3>
            <p className="soft small">{where}</p>
            <Code label={`Configuration for ${client}`} text={text} />
          </div>
        ))}
      </div>
    </section>
  );
}

function ByMcpHub() {
  return (
    <div className="stack tight">
      <p>
        <code>mcp-hub run</code> asks for the decision of your organization, checks the bytes, and starts
        exactly what was analyzed. Sign in once on each machine, with the values that your administrator finds
        on the page “Client lists” of your organization. Arguments of the server follow <code>--</code>; on
        Windows, put <code>cmd /c</code> before the command.
      </p>
      <Code label="Command that signs in" text="mcp-hub login" />
    </div>
  );
}

function Pull({ detail, slug }: { readonly detail: VersionDetail; readonly slug: string }) {
  const { publication, tarball_sha256: digest } = detail;
  if (publication?.status !== 'DONE' || publication.package === null || digest === null) return null;
  const org = publication.package.split('/')[0] ?? '';
  return (
    <section className="card stack tight" aria-labelledby="pull">
      <h2 id="pull">From the registry</h2>
      <p>
        <code>{`${publication.package}@${publication.version}`}</code> has the bytes that were analyzed. These
        commands download, check and unpack them. <code>TOKEN_ID</code> and <code>SECRET</code> are those of
        an API token with the scopes <code>mcp:resolve</code> and <code>artifact:download</code>.
      </p>
      <Code label="Commands that pull the bundle" text={pullCommands({ org, slug, digest })} />
    </section>
  );
}

function pullCommands({
  org,
  slug,
  digest,
}: {
  readonly org: string;
  readonly slug: string;
  readonly digest: string;
}): string {
  const hex = digest.replace(/^sha256:/, '');
  return `curl -fsSL -H "Authorization: Token $TOKEN_ID:$SECRET" -o ${slug}.tgz \\
  ${BASE_URL.href}v1/org/${org}/artifacts/sha256:${hex}/bundle
echo "${hex}  ${slug}.tgz" | sha256sum -c
mkdir -p ${slug} && tar -xzf ${slug}.tgz -C ${slug}`;
}
