import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Server } from './s3-server.js';
import { claimOf, headerOf, momentOf, signatureOf, type Claim } from './sigv4.js';

const SKEW_MS = 15 * 60 * 1000;
const CHECKSUM = 'x-amz-checksum-sha256';
const HEX_DIGEST = /^[0-9a-f]{64}$/;

interface Refusal {
  readonly status: number;
  /** As in https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
  readonly code: string;
  readonly message: string;
}

const refusal = (status: number, code: string, message: string): Refusal => ({ status, code, message });

/** A request that the store has accepted, and its signature. */
export interface Taken {
  readonly method: string;
  readonly target: string;
  readonly where: Claim['where'];
}

/**
 * A proxy in front of the S3 test server, which accepts every request, that checks what Amazon S3 checks: the signature of every
 * request, the expiry of a presigned URL, and the signed digest of the bytes.
 */
export class SignatureCheckingStore {
  /** Its clock, which a test may advance. */
  now: () => number = Date.now;
  readonly taken: Taken[] = [];
  readonly refused: Refusal[] = [];

  private constructor(
    private readonly server: Server,
    private readonly s3: S3Server,
  ) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      // The client may disconnect before the response.
      this.answer(req, res).catch(() => res.destroy());
    });
  }

  static async before(s3: S3Server): Promise<SignatureCheckingStore> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SignatureCheckingStore(server, s3);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req);
    const target = req.url ?? '/';
    const method = req.method ?? '';
    const claim = claimOf(target, req.headers);
    const found = this.refusalOfClaim(req, claim) ?? refusalOfBody(req, body, claim);
    if (found !== undefined || claim === undefined) {
      this.refuse(res, found ?? UNSIGNED);
      return;
    }
    this.taken.push({ method, target, where: claim.where });
    const upstream = request(this.s3.endpoint + target, { method, headers: req.headers });
    upstream.end(body);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  }

  private refuse(res: ServerResponse, found: Refusal): void {
    this.refused.push(found);
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${found.code}</Code><Message>${found.message}</Message></Error>`;
    res.writeHead(found.status, { 'content-type': 'application/xml' }).end(text);
  }

  private refusalOfClaim(req: IncomingMessage, claim: Claim | undefined): Refusal | undefined {
    if (claim === undefined) return UNSIGNED;
    const { headers, method = '', url: target = '/' } = req;
    if (headers.authorization !== undefined && target.includes('X-Amz-Algorithm='))
      return refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed');
    const { STORAGE_S3_ACCESS_KEY_ID: id, STORAGE_S3_SECRET_ACCESS_KEY: secret = '' } = this.s3.settings;
    if (claim.accessKeyId !== id) return refusal(403, 'InvalidAccessKeyId', 'There is no such key');
    if (claim.scope !== `${claim.time.slice(0, 8)}/us-east-1/s3/aws4_request`)
      return refusal(400, 'AuthorizationHeaderMalformed', 'The scope is of another day, region or service');
    const late = this.refusalOfTime(claim);
    if (late !== undefined) return late;
    const unsigned = Object.keys(headers).filter((name) => mustBeSigned(name, claim));
    if (unsigned.length > 0)
      return refusal(403, 'AccessDenied', `There were headers that are not signed: ${unsigned.join()}`);
    const expected = signatureOf({ method, target, headers, claim }, secret);
    return isSame(expected, claim.signature)
      ? undefined
      : refusal(403, 'SignatureDoesNotMatch', 'The signature is not that of this request');
  }

  private refusalOfTime(claim: Claim): Refusal | undefined {
    const age = this.now() - momentOf(claim);
    if (!(age > -SKEW_MS)) return refusal(403, 'AccessDenied', 'Request is not valid yet');
    if (claim.expiresIn === undefined)
      return age < SKEW_MS ? undefined : refusal(403, 'RequestTimeTooSkewed', 'The request is too old');
    // NaN for an invalid time.
    return age <= claim.expiresIn * 1000 ? undefined : refusal(403, 'AccessDenied', 'Request has expired');
  }
}

const UNSIGNED = refusal(403, 'AccessDenied', 'The request is not signed');

const isSame = (expected: string, given: string): boolean =>
  expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));

/** The host, and all headers that the store acts on: otherwise they could be added to a signed request. */
const mustBeSigned = (name: string, { signedHeaders }: Claim): boolean =>
  (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name);

/** Checks the bytes against the signed digests. */
function refusalOfBody(
  { headers }: IncomingMessage,
  body: Buffer,
  claim: Claim | undefined,
): Refusal | undefined {
  const hash = createHash('sha256').update(body).digest();
  if (claim !== undefined && HEX_DIGEST.test(claim.payload) && claim.payload !== hash.toString('hex'))
    return refusal(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed');
  const checksum = headerOf(headers, CHECKSUM);
  return checksum === undefined || checksum === hash.toString('base64')
    ? undefined
    : refusal(400, 'BadDigest', 'The SHA256 you specified did not match the calculated checksum.');
}
