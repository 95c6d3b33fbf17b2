import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LevelBadge } from '../domain/badges.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { ConfirmedAction } from '../ui/confirmed-action.tsx';
import { count } from '../ui/count.ts';
import { Failure } from '../ui/failure.tsx';
import { TextField } from '../ui/fields.tsx';
import { ValueBadge } from '../ui/labels.tsx';
import { Notice } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import {
  accountQuery,
  changeStatus,
  mayPublish,
  readManifest,
  STATUS_LABELS,
  type PackageName,
  type VersionDetail,
} from './registry.queries.ts';

interface VersionCardProps {
  readonly name: PackageName;
  readonly detail: VersionDetail;
}

/** A version of a package: status, origin, digests, certification and manifest. */
export function VersionCard({ name, detail }: VersionCardProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const { certification } = detail;
  return (
    <section className="card stack" aria-labelledby="version">
      <div className="row apart">
        <h2 id="version">{`Version ${detail.version}`}</h2>
        <ValueBadge labels={STATUS_LABELS} value={detail.status} />
      </div>
      {detail.revoked_at === undefined ? null : (
        <Notice kind="warn">
          Revoked <Time at={detail.revoked_at} exact />
          {detail.reason === undefined ? '.' : `: ${detail.reason}`}
        </Notice>
      )}
      <dl className="pairs">
        <dt>Certification</dt>
        <dd>
          <LevelBadge level={certification?.level} />
          {certification?.global_score === null || certification === null ? null : (
            <span className="soft">{` score ${certification.global_score}`}</span>
          )}
        </dd>
        <dt>Claimed level</dt>
        <dd>{detail.claimed_certification_level}</dd>
        <dt>Created</dt>
        <dd>
          <Time at={detail.created_at} exact />
        </dd>
        <dt>Published</dt>
        <dd>{detail.published_at === null ? 'not yet' : <Time at={detail.published_at} exact />}</dd>
        <dt>Source</dt>
        <dd>
          {detail.repo_url === '' ? 'unknown' : `${detail.repo_url} ${detail.repo_ref}`}
          <div className="mono soft">{detail.git_sha}</div>
        </dd>
        {detail.aliases.length === 0 ? null : (
          <>
            <dt>Aliases</dt>
            <dd>{detail.aliases.join(', ')}</dd>
          </>
        )}
        {detail.bundle === null ? null : (
          <>
            <dt>Bundle</dt>
            <dd>
              <code>{detail.bundle.digest}</code>
              <div className="soft">{`${count(detail.bundle.size_bytes)} bytes`}</div>
            </dd>
          </>
        )}
        {detail.manifest === null ? null : (
          <>
            <dt>Manifest</dt>
            <dd>
              <code>{detail.manifest.digest}</code>
            </dd>
          </>
        )}
      </dl>
      {detail.manifest === null ? null : <Manifest org={name.org} digest={detail.manifest.digest} />}
      {mayPublish(account, name.org) ? <StatusActions name={name} detail={detail} /> : null}
    </section>
  );
}

function Manifest({ org, digest }: { readonly org: string; readonly digest: string }) {
  const manifest = useAction({ run: () => readManifest(org, digest), changes: [] });
  if (manifest.isSuccess) return <Code label="Manifest" text={indented(manifest.data)} />;
  return (
    <>
      <div className="form-actions">
        <Button look="secondary" isPending={manifest.isPending} onPress={() => manifest.mutate()}>
          Show the manifest
        </Button>
      </div>
      <Failure error={manifest.error} />
    </>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function StatusActions({ name, detail }: { readonly name: PackageName; readonly detail: VersionDetail }) {
  const [reason, setReason] = useState('');
  const [done, setDone] = useState<string>();
  const { version, status } = detail;
  const changes = [
    ['registry', 'package', name.org, name.name],
    ['registry', 'packages'],
  ];
  return (
    <div className="stack tight">
      <div className="form-actions">
        {status === 'ingested' ? (
          <ConfirmedAction
            label="Publish"
            look="primary"
            isDangerous={false}
            question={`Publish ${name.org}/${name.name} ${version}?`}
            changes={changes}
            run={() => changeStatus(name, version, { status: 'published' })}
            done={({ warnings = [] }) =>
              setDone(['Published.', ...warnings.map(({ message }) => message)].join(' '))
            }
          >
            <p>Everybody who may see the package can install this version.</p>
          </ConfirmedAction>
        ) : null}
        {status === 'revoked' || status === 'draft' ? null : (
          <ConfirmedAction
            label="Revoke"
            look="danger"
            question={`Revoke ${name.org}/${name.name} ${version}?`}
            changes={changes}
            run={() =>
              changeStatus(name, version, {
                status: 'revoked',
                ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
              })
            }
            done={() => setDone('Revoked.')}
          >
            <div className="stack tight">
              <p>The version never resolves again. This cannot be undone.</p>
              <TextField
                label="Reason"
                value={reason}
                onChange={setReason}
                maxLength={500}
                hint="Everybody who may see the package sees it."
              />
            </div>
          </ConfirmedAction>
        )}
      </div>
      {done === undefined ? null : <Notice kind="good">{done}</Notice>}
    </div>
  );
}
