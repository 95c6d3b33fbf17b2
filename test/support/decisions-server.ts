import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const DECISIONS_ORG = '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4b';
const PAYLOAD = 'application/vnd.mcp-hub.decisions+json';
const CAPABILITY = 'a-capability-that-nobody-may-see';

/** A key pair, and its public half as a JWK with its thumbprint. */
export function signingKey(): { readonly key: KeyObject; readonly jwk: Record<string, string> } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { key: privateKey, jwk: { kty: 'OKP', crv: 'Ed25519', x, kid } };
}

/** The digest of a text of a tool. */
export const textDigest = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** An entry of signed decisions: allowed, of the registry. */
export function decidedServer(
  name: string,
  version: string,
  digest: string,
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const [org = ''] = name.split('/');
  return {
    name,
    kind: 'registry',
    version,
    semver: version,
    digest,
    decision: 'ALLOWED',
    reasons: [],
    policy: null,
    warnings: [],
    score: 90,
    package: null,
    bundle: { org, digest },
    surface_digest: null,
    surface: null,
    references: [{ name: `name:${name}`, versions: [version, digest], numbers: [version], commits: [] }],
    ...change,
  };
}

/** An entry of a package of npm or PyPI. */
export const decidedPackage = (
  kind: 'npm' | 'pypi',
  name: string,
  version: string,
  digest: string,
): Record<string, unknown> =>
  decidedServer(`acme/${name}`, version, digest, {
    kind,
    bundle: null,
    package: { name, version },
    references: [{ name: `${kind}:${name}`, versions: [version], numbers: [version], commits: [] }],
  });

/** A hub on the loopback interface that has one allow list with signed decisions, and nothing else. */
export class SignedDecisions {
  private readonly signer = signingKey();
  private revision = 1;
  /** Paths of requests, with the status that answered. */
  readonly asked: string[] = [];
  /** What it answers with instead of the current document. */
  answer: string | undefined;
  status: number | undefined;

  private constructor(
    private server: Server,
    private readonly port: number,
    private content: Readonly<Record<string, unknown>>,
  ) {
    this.listen(server);
  }

  static async start(entries: readonly object[], change: object = {}): Promise<SignedDecisions> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SignedDecisions(server, (server.address() as AddressInfo).port, { entries, ...change });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  get allowList(): string {
    return `${this.url}allow/${CAPABILITY}`;
  }

  get key(): string {
    return this.signer.jwk['kid'] ?? '';
  }

  /** Replaces fields of the document, as a new issue; undefined is the default again. */
  change(content: Readonly<Record<string, unknown>>): void {
    const all = { ...this.content, ...content };
    this.content = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    this.revision += 1;
  }

  /** The document as it is issued now. */
  document(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const now = Date.now();
    return {
      schema_version: 1,
      organization: { id: DECISIONS_ORG, slug: 'acme' },
      environment: 'production',
      revision: this.revision,
      issued_at: new Date(now).toISOString(),
      valid_until: new Date(now + 86_400_000).toISOString(),
      ask_again_seconds: 900,
      code_hosts: ['github.com'],
      policies_applied: 1,
      surface_changes: 'drop',
      denied_left_out: 0,
      ...this.content,
      ...change,
    };
  }

  /** Signs a document. */
  envelope(document: object = this.document(), { key, jwk } = this.signer): string {
    const payload = Buffer.from(JSON.stringify(document));
    const signed = Buffer.concat([
      Buffer.from(`DSSEv1 ${PAYLOAD.length} ${PAYLOAD} ${payload.length} `),
      payload,
    ]);
    const signatures = [{ keyid: jwk['kid'], sig: sign(null, signed, key).toString('base64') }];
    return JSON.stringify({ payloadType: PAYLOAD, payload: payload.toString('base64'), signatures });
  }

  /** Nobody answers any more. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async restart(): Promise<void> {
    this.server = createServer().listen(this.port, '127.0.0.1');
    this.listen(this.server);
    await once(this.server, 'listening');
  }

  private listen(server: Server): void {
    server.on('request', (req, res) => {
      const etag = `"${this.revision}"`;
      const respond = (status: number, body = ''): void => {
        this.asked.push(`${req.url} ${status}`);
        res.writeHead(status, { etag, 'content-type': 'application/json' }).end(body);
      };
      if (req.url === '/.well-known/jwks.json') respond(200, JSON.stringify({ keys: [this.signer.jwk] }));
      else if (req.url !== `/allow/${CAPABILITY}/decisions.json`) respond(404, '{}');
      else if (this.status !== undefined) respond(this.status, '{}');
      else if (this.answer !== undefined) respond(200, this.answer);
      else if (req.headers['if-none-match'] === etag) respond(304);
      else respond(200, this.envelope());
    });
  }
}
