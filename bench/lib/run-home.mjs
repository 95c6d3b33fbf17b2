// The home of a user who runs one server with `mcp-hub run`: a login, signed decisions, and the server in the cache.
import { spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

const PAYLOAD = 'application/vnd.mcp-hub.decisions+json';
const ORG = '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4b';
const NAME = 'acme/bench';
const REFERENCE = `${NAME}@1.0.0`;
const DAY_MS = 86_400_000;

const digestOf = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function bundleOf(source) {
  const stream = pack();
  stream.entry({ name: 'server.mjs' }, source);
  stream.finalize();
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}

/** Signed decisions that allow a bundle with these tools, among other servers. */
function envelopeOf(key, kid, digest, { tools, others }) {
  const entry = (name, bytes, surface) => ({
    name,
    kind: 'registry',
    version: '1.0.0',
    semver: '1.0.0',
    digest: bytes,
    decision: 'ALLOWED',
    reasons: [],
    policy: null,
    warnings: [],
    score: 90,
    package: null,
    bundle: { org: 'acme', digest: bytes },
    surface_digest: surface && digestOf(JSON.stringify(surface)),
    surface,
    references: [{ name: `name:${name}`, versions: ['1.0.0'], numbers: ['1.0.0'], commits: [] }],
  });
  const surface = { tools: tools.map((name) => ({ name, text: null })), prompts: [], resources: [] };
  const document = {
    schema_version: 1,
    organization: { id: ORG, slug: 'acme' },
    environment: 'production',
    revision: 1,
    issued_at: new Date().toISOString(),
    valid_until: new Date(Date.now() + DAY_MS).toISOString(),
    ask_again_seconds: DAY_MS / 1000,
    code_hosts: [],
    policies_applied: 1,
    surface_changes: 'drop',
    denied_left_out: 0,
    entries: [
      entry(NAME, digest, surface),
      ...Array.from({ length: others }, (_, index) =>
        entry(`acme/other-${index}`, digestOf(`${index}`), null),
      ),
    ],
  };
  const payload = Buffer.from(JSON.stringify(document));
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD.length} ${PAYLOAD} ${payload.length} `),
    payload,
  ]);
  const signatures = [{ keyid: kid, sig: sign(null, signed, key).toString('base64') }];
  return JSON.stringify({ payloadType: PAYLOAD, payload: payload.toString('base64'), signatures });
}

async function outcome(child, input) {
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`a command exited with ${code}`);
}

/**
 * Prepares the home, and runs the server once.
 * @param {{folder: string, dist: string, source: string, tools: string[], others: number}} options
 * @returns {Promise<{words: string[], variables: Record<string, string>}>} of a cached start
 */
export async function runHome({ folder, dist, source, ...decided }) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const jwk = { crv: 'Ed25519', kty: 'OKP', x };
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');
  const bundle = await bundleOf(source);
  const digest = digestOf(bundle);
  const manifest = JSON.stringify({
    schema_version: 1,
    package: { id: NAME, version: '1.0.0' },
    runtime: { type: 'node', version: '>=22' },
    entrypoint: { command: ['node', 'server.mjs'] },
  });
  const envelope = envelopeOf(privateKey, kid, digest, decided);
  const server = createServer((req, res) => {
    if (req.url.startsWith('/.well-known/')) res.end(JSON.stringify({ keys: [{ ...jwk, kid }] }));
    else if (req.url.startsWith('/allow/')) res.end(envelope);
    else if (req.url.includes('/resolve'))
      res.end(JSON.stringify({ resolved: { manifest: { digest: digestOf(manifest) }, bundle: { digest } } }));
    else res.end(req.url.endsWith('/manifest') ? manifest : bundle);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  await mkdir(folder, { recursive: true });
  const variables = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  const main = join(dist, 'cli/main.js');
  const start = (words) =>
    spawn(process.execPath, [main, ...words], { env: variables, stdio: ['pipe', 'ignore', 'inherit'] });
  const settings = {
    server: url,
    'allow-list': `${url}/allow/x`,
    key: kid,
    org: 'acme',
    environment: 'production',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  await outcome(start(['login', ...options, '--token-stdin']), 'id:secret\n');
  await outcome(start(['run', REFERENCE]), '');
  server.close();
  return { words: [main, 'run', REFERENCE], variables };
}
