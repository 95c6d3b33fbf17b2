import { artifactPath, digestOf, packagePath } from '../builders.js';
import { reportsOf } from '../made-reports.js';
import { resolve } from '../version-requests.js';
import { examine, type Aftermath, type Examination, type Finding } from './findings.js';

/** A version resolves to its bytes: the bundle has this digest, and the manifest its own. */
async function resolves(
  e: Examination,
  after: Aftermath,
  name: string,
  ref: string,
  digest: string,
): Promise<void> {
  const { publisher } = after.callers;
  const { status, body, text } = await resolve(publisher, name, ref);
  if (status !== 200) {
    e.look(`${name}@${ref} does not resolve: ${status} ${text.slice(0, 200)}`);
    return;
  }
  const [bundle, manifest] = [
    await publisher.get(body.resolved.bundle.url as string),
    await publisher.get(body.resolved.manifest.url as string),
  ];
  e.expect(
    `bytes of ${name}@${ref}`,
    [digestOf(bundle.bytes), digestOf(manifest.bytes)],
    [digest, body.resolved.manifest.digest],
  );
}

/** What was acknowledged to publishers of the registry. */
export const registryVersions = (after: Aftermath): Promise<Finding> =>
  examine('versions published to the registry resolve, byte for byte', async (e) => {
    const { publisher } = after.callers;
    for (const { name, version, digest, isUploaded, isPublished } of after.ledger.versions) {
      const { body } = await publisher.get(`${packagePath(name)}/versions`);
      const versions = (body?.versions ?? []) as { version: string; status: string }[];
      const found = versions.find((each) => each.version === version)?.status;
      const possible = isPublished ? ['published'] : ['ingested', 'published'];
      e.look(possible.includes(String(found)) ? undefined : `${name}@${version} is ${found}`);
      if (isUploaded) {
        const { bytes } = await publisher.get(artifactPath('acme', digest, 'bundle'));
        e.expect(`bytes of ${name}`, digestOf(bytes), digest);
      }
      // A status that got no answer may have been set.
      if (found === 'published') await resolves(e, after, name, 'latest', digest);
    }
  });

interface ShownVersion {
  readonly id: string;
  readonly status: string;
  readonly version: string;
}

/** What was acknowledged to those who pushed. */
export const pushedVersions = (after: Aftermath): Promise<Finding> =>
  examine('pushed versions have their verdict, and the registry has the certified ones', async (e) => {
    const { pushes } = after.ledger;
    for (const { id, name, version, digest, isVulnerable } of pushes) {
      const { body } = await after.callers.owner.get(`/api/v1/mcps/${name}/versions`);
      const found = ((body?.versions ?? []) as ShownVersion[]).find((each) => each.id === id);
      e.expect(
        `status of ${name}@${version}, ${id}`,
        found?.status,
        isVulnerable ? 'NOT_CERTIFIED' : 'PUBLISHED',
      );
      if (!isVulnerable && found?.status === 'PUBLISHED') await resolves(e, after, name, version, digest);
    }
    for (const name of new Set(pushes.map((push) => push.name))) {
      const { body } = await after.callers.owner.get(`/api/v1/mcps/${name}`);
      // A finalization without an answer may have made a newer one.
      const newest = pushes.findLast((push) => push.name === name);
      const { id } = body.latest_version as ShownVersion;
      const known = pushes.some((push) => push.id === id);
      if (known) e.expect(`the newest version of ${name}`, id, newest?.id);
    }
  });

/** Reports, and scans of addresses. */
export const reportsAndScans = (after: Aftermath): Promise<Finding> =>
  examine('reports are made, and scans have a verdict', async (e) => {
    const { owner } = after.callers;
    for (const id of after.ledger.reports) {
      const path = `${reportsOf(after.orgId)}/${id}`;
      const [{ body }, pdf, html] = [
        await owner.get(path),
        await owner.get(`${path}.pdf`),
        await owner.get(`${path}.html`),
      ];
      const found = [body.status, pdf.status, pdf.bytes.subarray(0, 5).toString(), html.status];
      e.expect(`report ${id} ${String(body.failure_reason ?? '')}`, found, ['COMPLETED', 200, '%PDF-', 200]);
    }
    for (const token of after.ledger.scans) {
      const { body } = await owner.get(`/api/v1/scans/checking/${token}/`);
      e.expect(`a scan: ${JSON.stringify(body)}`, body.status, 'resolved');
    }
  });

/** The stores of both APIs have what the rows name: read and compared by the command that operators use. */
export const storedBytes = (after: Aftermath): Promise<Finding> =>
  examine('every stored object that a row names has its bytes', async (e) => {
    const { code, stdout, stderr } = await after.deployment.hub.home.command([
      'artifacts',
      'verify',
      '--deep',
    ]);
    e.look(code === 0 ? undefined : (stdout + stderr).slice(-600));
    e.checked += Number(/(\d+) objects/.exec(stdout)?.[1] ?? 0);
  });
