import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The UUID that nothing has; in lists by id it comes before all others. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Whether `text` is a UUID in the form used in responses: lower case, with hyphens. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** A UUID in either case, in the form used in responses; any other value as it is. */
export function canonicalUuid<T>(value: T): T | string {
  if (typeof value !== 'string') return value;
  const lower = value.toLowerCase();
  return isUuid(lower) ? lower : value;
}

/** The UUID of a name in a namespace, always the same (version 5 of RFC 9562). */
export function nameUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
