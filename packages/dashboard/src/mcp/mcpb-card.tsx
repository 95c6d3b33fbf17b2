import { Fragment } from 'react';
import { Badge } from '../ui/badge.tsx';
import type { Names } from '../ui/labels.tsx';
import { Notice } from '../ui/state.tsx';
import type { Snapshot } from './mcp.queries.ts';

type Mcpb = NonNullable<Snapshot['mcpb']>;
type Launch = Mcpb['launches'][number];
type ComparedNames = Mcpb['tools'];

const SERVER_TYPES: Names<Mcpb['server_type']> = {
  node: 'for Node.js',
  python: 'for Python',
  uv: 'for Python with uv',
  binary: 'a compiled program',
};

/** Platforms as Node.js and manifests name them. */
const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };
const platformName = (platform: string): string => PLATFORMS[platform] ?? platform;

/** What the manifest of an MCP bundle says, where it differs from the code, and who has signed it. */
export function McpbCard({ mcpb }: { readonly mcpb: Mcpb }) {
  return (
    <section className="card stack" aria-labelledby="mcpb">
      <h2 id="mcpb">MCP bundle</h2>
      <Differences what="Tools" names={mcpb.tools} />
      <Differences what="Prompts" names={mcpb.prompts} />
      <dl className="pairs">
        <dt>Manifest</dt>
        <dd>{`${mcpb.name} ${mcpb.version}, format ${mcpb.manifest_version}, ${SERVER_TYPES[mcpb.server_type]}`}</dd>
        {mcpb.launches.map((launch) => (
          <Fragment key={launch.platforms.join()}>
            <dt>{`On ${launch.platforms.map(platformName).join(', ')}`}</dt>
            <dd>
              <code>{launch.command.join(' ')}</code>
              <div className="soft small">{startOf(launch)}</div>
            </dd>
          </Fragment>
        ))}
        <dt>Asks for</dt>
        <dd>
          {mcpb.user_config.length === 0 ? (
            'nothing'
          ) : (
            <span className="row">
              {mcpb.user_config.map(({ name, sensitive }) => (
                <Badge key={name}>{sensitive ? `${name} (secret)` : name}</Badge>
              ))}
            </span>
          )}
        </dd>
        <dt>Signature</dt>
        <dd>{signatureOf(mcpb)}</dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{mcpb.sha256}</code>
        </dd>
      </dl>
    </section>
  );
}

function startOf({ starts, file_path: path, reference, pinned, reason }: Launch): string {
  if (starts === 'bundle') return `starts ${path ?? ''} of the bundle`;
  if (starts === 'package')
    return `starts ${reference ?? ''}, which is not in the bundle${pinned === true ? '' : ' and not pinned'}`;
  return `it is not known what starts: ${reason ?? ''}`;
}

function Differences({ what, names }: { readonly what: string; readonly names: ComparedNames }) {
  const { only_in_manifest: missing, only_in_code: further, generated, unnamed_in_code: isUnnamed } = names;
  if (missing.length === 0 && (further.length === 0 || generated)) return null;
  return (
    <Notice kind="warn">
      {missing.length === 0 ? null : (
        <p>
          {`${what} that the manifest names and the code does not have${isUnnamed ? ', unless it computes their names' : ''}: ${missing.join(', ')}`}
        </p>
      )}
      {further.length === 0 || generated ? null : (
        <p>{`${what} of the code that the manifest does not name: ${further.join(', ')}`}</p>
      )}
    </Notice>
  );
}

function signatureOf({ signature: { status, reason, signer } }: Mcpb): string {
  if (status === 'none') return 'none';
  if (signer === null) return `${status}: ${reason ?? ''}`;
  return `by ${signer.subject}, certificate of ${signer.self_signed ? 'its own' : signer.issuer}, which was not compared with any that is trusted`;
}
