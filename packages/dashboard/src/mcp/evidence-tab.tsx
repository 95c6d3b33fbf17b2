import { useSuspenseQuery } from '@tanstack/react-query';
import { SERVER_URL, urlOf } from '../api/client.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { count } from '../ui/count.ts';
import { Time } from '../ui/time.tsx';
import {
  snapshotQuery,
  versionQuery,
  type Mcp,
  type Snapshot,
  type Version,
  type VersionDetail,
} from './mcp.queries.ts';
import { NotAnalyzed } from './not-analyzed.tsx';
import { useShownVersion } from './shown-version.ts';

/** What proves the verdict: documents to download, hashes, the attestation, and how to verify them. */
export function EvidenceTab() {
  const { mcp, version } = useShownVersion();
  return version === undefined ? null : <Evidence mcp={mcp} version={version} />;
}

function Evidence({ mcp, version }: { readonly mcp: Mcp; readonly version: Version }) {
  const { data: snapshot } = useSuspenseQuery(snapshotQuery({ mcp, version }));
  const { data: detail } = useSuspenseQuery(versionQuery({ mcp, version }));
  if (snapshot === null) return <NotAnalyzed version={version} />;
  return (
    <div className="stack">
      <Downloads mcp={mcp} detail={detail} />
      <div className="grid half">
        <Hashes snapshot={snapshot} />
        <Chain snapshot={snapshot} />
      </div>
      <Attestation detail={detail} />
    </div>
  );
}

const DOCUMENTS = [
  ['report', 'Report (JSON)', 'Everything that the analyzer reports.'],
  ['sarif', 'SARIF 2.1.0', 'Findings for code scanning and editors.'],
  ['sbom', 'SBOM (CycloneDX 1.6)', 'The dependencies with their versions and licenses.'],
  ['tarball', 'Source', 'The bytes that were analyzed.'],
] as const;

function Downloads({ mcp, detail }: { readonly mcp: Mcp; readonly detail: VersionDetail }) {
  const name = `${mcp.name.replace('/', '-')}-${detail.visible_version}`;
  const extensions = { report: 'json', sarif: 'sarif', sbom: 'cdx.json', tarball: 'tgz' } as const;
  return (
    <section className="card" aria-labelledby="downloads">
      <h2 id="downloads">Downloads</h2>
      <ul className="plain downloads">
        {DOCUMENTS.map(([path, title, about]) => (
          <li key={path}>
            <ButtonLink
              look="secondary"
              href={urlOf(`/api/v1/mcps/${mcp.id}/versions/${detail.id}/${path}`)}
              download={`${name}.${extensions[path]}`}
            >
              {title}
            </ButtonLink>
            <span className="soft small">
              {path === 'tarball' && detail.source_size !== null
                ? `${about} ${count(Math.ceil(detail.source_size / 1024))} KiB.`
                : about}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hashes({ snapshot }: { readonly snapshot: Snapshot }) {
  return (
    <section className="card" aria-labelledby="hashes">
      <h2 id="hashes">What was analyzed</h2>
      <dl className="stack tight">
        <Hash name="Commit" value={snapshot.commit_hash} />
        <Hash name="Digest of the source" value={snapshot.tarball_sha256} />
      </dl>
      <dl className="pairs">
        <dt>Analyzed</dt>
        <dd>
          <Time at={snapshot.created_at} exact />
        </dd>
        <dt>With</dt>
        <dd className="mono">{snapshot.toolchain_version}</dd>
        <dt>MSSS</dt>
        <dd>{`${snapshot.msss_score} of 100, level ${snapshot.msss_level}`}</dd>
      </dl>
    </section>
  );
}

function Chain({ snapshot }: { readonly snapshot: Snapshot }) {
  return (
    <section className="card" aria-labelledby="chain">
      <h2 id="chain">Chain of results</h2>
      <p>
        {`This result is number ${snapshot.position} of this server. Results cannot be changed: the hash of each covers the one before, so a change would break all that follow.`}
      </p>
      <dl className="stack tight">
        <Hash name="Hash of this result" value={snapshot.snapshot_hash} />
        <Hash name="Id of this result" value={snapshot.id} />
        {snapshot.previous_snapshot_id === null ? null : (
          <Hash name="Id of the one before" value={snapshot.previous_snapshot_id} />
        )}
      </dl>
    </section>
  );
}

const Hash = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="hash">
    <dt className="soft small">{name}</dt>
    <dd className="row apart">
      <code>{value}</code>
      <CopyButton text={value} label="Copy" />
    </dd>
  </div>
);

function Attestation({ detail: { publication } }: { readonly detail: VersionDetail }) {
  return (
    <section className="card stack" aria-labelledby="attestation">
      <h2 id="attestation">Attestation</h2>
      {publication?.status === 'DONE' && publication.package !== null && publication.version !== null ? (
        <>
          <p>
            The hub has signed this result (in-toto statement, DSSE, Ed25519) and stored it in the registry as
            evidence of <code>{`${publication.package}@${publication.version}`}</code>. With <code>JWT</code>,
            a token that has the scopes <code>mcp:resolve</code> and <code>evidence:read</code>, fetch it with
            the public keys:
          </p>
          <Code
            label="Commands that fetch the attestation"
            text={fetchCommands(publication.package, publication.version)}
          />
          <p>Then verify the signature without the hub, on any computer with Node.js:</p>
          <Code label="Command that verifies the signature" text={VERIFY} />
          <p className="soft">
            The subject of the statement is the SHA-256 of the bundle: compare it with that of the file that
            you run.
          </p>
        </>
      ) : (
        <p className="soft">
          There is none: the hub attests versions that it certifies, once they are published to the registry.
        </p>
      )}
    </section>
  );
}

const fetchCommands = (name: string, version: string): string => {
  const [org = '', slug = ''] = name.split('/');
  return `HUB=${SERVER_URL}
curl -fsS "$HUB/.well-known/jwks.json" -o keys.json
curl -fsS -H "Authorization: Bearer $JWT" "$HUB/v1/org/${org}/mcps/${slug}/resolve?ref=${encodeURIComponent(version)}" -o resolved.json
ATTESTATION=$(node -p "JSON.parse(fs.readFileSync('resolved.json')).resolved.evidence
  .find(({ kind }) => kind === 'attestation').url")
curl -fsS -H "Authorization: Bearer $JWT" "$HUB$ATTESTATION" -o attestation.json`;
};

const VERIFY = `node --input-type=module -e "
  import { createPublicKey, verify } from 'node:crypto';
  import { readFileSync } from 'node:fs';
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const { payloadType, payload, signatures: [{ keyid, sig }] } = read('attestation.json');
  const statement = Buffer.from(payload, 'base64');
  const header = ['DSSEv1', payloadType.length, payloadType, statement.length, ''].join(' ');
  const jwk = read('keys.json').keys.find(({ kid }) => kid === keyid);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.concat([Buffer.from(header), statement]);
  if (!verify(null, signed, key, Buffer.from(sig, 'base64'))) throw new Error('the signature is not valid');
  console.log(statement.toString());"`;
