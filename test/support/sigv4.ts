import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Signature Version 4 of Amazon S3, implemented from its documentation instead of the SDK, so that a test can verify that stores
 * accept what the SDK signs: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export interface SignedRequest {
  readonly method: string;
  /** The path and query as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly claim: Claim;
}

/** The signature parameters of a request, from its query or its Authorization header. */
export interface Claim {
  readonly where: 'query' | 'header';
  readonly accessKeyId: string;
  /** `<date>/<region>/s3/aws4_request` */
  readonly scope: string;
  /** `20130524T000000Z` */
  readonly time: string;
  /** The validity of a presigned URL in seconds. */
  readonly expiresIn: number | undefined;
  readonly signedHeaders: readonly string[];
  /** The SHA-256 of the body in hex, or the reason why it is not signed. */
  readonly payload: string;
  readonly signature: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const SIGNATURE = 'X-Amz-Signature';
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** A header as a string; undefined when it is missing. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return value === undefined ? undefined : [value].flat().join(',');
};

const splitCredential = (credential: string): Pick<Claim, 'accessKeyId' | 'scope'> => {
  const slash = credential.indexOf('/');
  return { accessKeyId: credential.slice(0, slash), scope: credential.slice(slash + 1) };
};

function claimOfQuery(query: URLSearchParams, headers: IncomingHttpHeaders): Claim | undefined {
  const get = (name: string): string => query.get(name) ?? '';
  if (get('X-Amz-Algorithm') !== ALGORITHM) return undefined;
  return {
    where: 'query',
    ...splitCredential(get('X-Amz-Credential')),
    time: get('X-Amz-Date'),
    expiresIn: Number(get('X-Amz-Expires')),
    signedHeaders: get('X-Amz-SignedHeaders').split(';'),
    payload: query.get('X-Amz-Content-Sha256') ?? headerOf(headers, 'x-amz-content-sha256') ?? UNSIGNED,
    signature: get(SIGNATURE),
  };
}

/** The signature parameters of a request; undefined when it is not signed. */
export function claimOf(target: string, headers: IncomingHttpHeaders): Claim | undefined {
  const { searchParams } = new URL(target, 'http://store.test');
  const [, credential, signedHeaders, signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined)
    return claimOfQuery(searchParams, headers);
  return {
    where: 'header',
    ...splitCredential(credential),
    time: headerOf(headers, 'x-amz-date') ?? '',
    expiresIn: undefined,
    signedHeaders: signedHeaders.split(';'),
    payload: headerOf(headers, 'x-amz-content-sha256') ?? '',
    signature,
  };
}

/** The time of a request, in milliseconds; NaN for an invalid one. */
export const momentOf = ({ time }: Claim): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Percent-encodes all but the unreserved characters of RFC 3986. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const reencoded = (text: string): string => encoded(decodeURIComponent(text));

const byName = (a: string, b: string): number => (a < b ? -1 : 1);

function canonicalQuery(query: string): string {
  const pairs = query === '' ? [] : query.split('&');
  return pairs
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return `${reencoded(name)}=${reencoded(value.join('='))}`;
    })
    .filter((pair) => !pair.startsWith(`${SIGNATURE}=`))
    .sort(byName)
    .join('&');
}

function canonicalRequest({ method, target, headers, claim }: SignedRequest): string {
  const mark = target.indexOf('?');
  const [path, query] = mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
  const lines = claim.signedHeaders.map(
    (name) => `${name}:${(headerOf(headers, name) ?? '').trim().replaceAll(/ +/g, ' ')}`,
  );
  return [
    method,
    path.split('/').map(reencoded).join('/'),
    canonicalQuery(query),
    ...lines,
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature of a request by the holder of the secret. */
export function signatureOf(request: SignedRequest, secretAccessKey: string): string {
  const { scope, time } = request.claim;
  const hash = createHash('sha256').update(canonicalRequest(request)).digest('hex');
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, [ALGORITHM, time, scope, hash].join('\n')).toString('hex');
}
