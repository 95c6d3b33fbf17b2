import { packedServer } from '../analyzed-packages.js';
import { digestOf, manifestOf, publish, setStatus, uploadBundle } from '../builders.js';
import { reportsOf } from '../made-reports.js';
import { finalizeUpload, initUpload, sendBundle, type Initiated } from '../uploads.js';
import type { Lane } from './lane.js';
import type { KeptVersion } from './ledger.js';

/** Publishes a version straight to the registry: registered, uploaded, published. */
export async function publishes(lane: Lane): Promise<void> {
  const name = `acme/${lane.newName('kept')}`;
  const bundle = await packedServer({ note: name });
  const digest = digestOf(bundle);
  const subject = `${name}@1.0.0`;
  const request = {
    bundle_digest: digest,
    bundle_size_bytes: bundle.length,
    manifest_json: manifestOf(name, '1.0.0', { entrypoint: { command: ['node', 'package/server.js'] } }),
    repo_visibility: lane.random.pick(['private', 'public']),
  };
  const registered = await lane.ask({
    by: 'publisher',
    send: (client) => publish(client, name, '1.0.0', request),
    status: 200,
    action: 'registry_version.registered',
    subject,
  });
  if (registered === undefined) return;
  const kept: KeptVersion = { name, version: '1.0.0', digest, isUploaded: false, isPublished: false };
  lane.ledger.versions.push(kept);
  const uploaded = await lane.ask({
    by: 'publisher',
    send: (client) => uploadBundle(client, 'acme', bundle),
    status: 200,
    action: 'registry_artifact.uploaded',
    subject: digest,
  });
  if (uploaded === undefined) return;
  kept.isUploaded = true;
  const published = await lane.ask({
    by: 'publisher',
    send: (client) => setStatus(client, name, '1.0.0', 'published'),
    status: 200,
    action: 'registry_version.published',
    subject,
  });
  kept.isPublished = published !== undefined;
}

/** Pushes a version to the hub, of a new server or of one that was pushed before; one in four has a vulnerability. */
export async function pushes(lane: Lane): Promise<void> {
  const before = lane.ledger.pushes.filter(({ name }) => name.startsWith(`acme/pushed-${lane.number}-`));
  const isNext = lane.random.between(1, 3) === 1;
  const fresh = lane.newName('pushed');
  const isVulnerable = lane.random.between(1, 4) === 1;
  const name = (isNext ? before.at(-1)?.name : undefined) ?? `acme/${fresh}`;
  const version = `1.0.${before.filter((push) => push.name === name).length}`;
  const bundle = await packedServer({ note: fresh, isVulnerable });
  const started = await lane.ask({
    by: 'owner',
    send: (client) => initUpload(client, name, version, bundle),
    status: 201,
    action: 'upload.created',
    subject: (answer) => answer.body.upload_id as string,
  });
  if (started === undefined) return;
  const upload = started.body as Initiated;
  const sent = await lane.ask({
    by: 'anonymous',
    send: (client) => sendBundle(client, upload, bundle),
    status: 204,
    action: 'upload.received',
    subject: upload.upload_id,
  });
  if (sent === undefined) return;
  const finalized = await lane.ask({
    by: 'owner',
    send: (client) => finalizeUpload(client, upload),
    status: 200,
    action: 'version.ingested',
    subject: (answer) => answer.body.version_id as string,
  });
  if (finalized === undefined) return;
  const id = finalized.body.version_id as string;
  lane.ledger.pushes.push({ id, name, version, digest: digestOf(bundle), isVulnerable });
}

/** Requests a report. */
export async function requestsReport(lane: Lane): Promise<void> {
  const asked = await lane.ask({
    by: 'owner',
    send: (client) => client.post(reportsOf(lane.scene.orgId), { scope: 'ORGANIZATION', format: 'PDF' }),
    status: 201,
    action: 'report.requested',
    subject: (answer) => answer.body.id as string,
  });
  if (asked !== undefined) lane.ledger.reports.push(asked.body.id as string);
}

/** Starts a scan of a package of the npm registry. */
export async function scans(lane: Lane): Promise<void> {
  const url = `npm:${lane.random.pick(lane.scene.scanned)}@1.0.0`;
  const started = await lane.ask({
    by: 'owner',
    send: (client) => client.post('/api/v1/scans/', { url, turnstile_token: '' }),
    status: 201,
  });
  if (started !== undefined) lane.ledger.scans.push(started.body.check_token as string);
}
