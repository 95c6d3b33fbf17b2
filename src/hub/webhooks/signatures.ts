import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookSender } from './webhook-values.js';

/** Whether the bytes of a body are those that the headers vouch for. */
export type BodyCheck = (bytes: Buffer) => boolean;

/**
 * What a sender's headers vouch for; undefined when they vouch for nothing, so that no body need be read.
 * @param now Unix time in seconds
 */
export type Signature = (headers: IncomingHttpHeaders, secret: string, now: number) => BodyCheck | undefined;

/** Seconds by which a timestamp may be off (hub contract 15). */
const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

const HEX_SIGNATURE = /^sha256=([0-9a-f]{64})$/i;
const HEX = /^[0-9a-f]{64}$/i;
const UNIX_TIME = /^\d{1,12}$/;

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const hmac = (secret: string, ...parts: (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** HMAC-SHA256 over the body, as `sha256=<hex>` in a header. */
const hexHmac =
  (header: string): Signature =>
  (headers, secret) => {
    const hex = HEX_SIGNATURE.exec(headerOf(headers, header))?.[1];
    if (hex === undefined) return undefined;
    const given = Buffer.from(hex, 'hex');
    return (bytes) => timingSafeEqual(given, hmac(secret, bytes));
  };

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The secret itself in a header. Digests of it are compared, which are of one length. */
const sharedToken =
  (header: string): Signature =>
  (headers, secret) => {
    // Node reads the bytes of headers as Latin-1.
    const given = Buffer.from(headerOf(headers, header), 'latin1');
    return timingSafeEqual(sha256(given), sha256(Buffer.from(secret))) ? () => true : undefined;
  };

/** `t=<time>,v1=<hex>[,v1=…]`: HMAC-SHA256 over the time, a dot and the body; one that is right is enough. */
const timedHmac =
  (header: string): Signature =>
  (headers, secret, now) => {
    const items = headerOf(headers, header)
      .split(',')
      .map((item) => item.trim().split('=', 2));
    const valuesOf = (key: string): string[] =>
      items.flatMap(([k, value]) => (k === key ? [value ?? ''] : []));
    const [time = '', ...moreTimes] = valuesOf('t');
    const given = valuesOf('v1')
      .slice(0, MAX_SIGNATURES)
      .filter((hex) => HEX.test(hex))
      .map((hex) => Buffer.from(hex, 'hex'));
    if (given.length === 0 || moreTimes.length > 0 || !UNIX_TIME.test(time)) return undefined;
    if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) return undefined;
    return (bytes) => {
      const expected = hmac(secret, `${time}.`, bytes);
      return given.filter((signature) => timingSafeEqual(signature, expected)).length > 0;
    };
  };

/** How each sender vouches for what it sends (hub contract 15). */
export const SIGNATURES: Readonly<Record<WebhookSender, Signature>> = {
  github: hexHmac('x-hub-signature-256'),
  gitlab: sharedToken('x-gitlab-token'),
  bitbucket: hexHmac('x-hub-signature'),
  stripe: timedHmac('stripe-signature'),
};
