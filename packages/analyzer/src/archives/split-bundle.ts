const HEADER = Buffer.from('MCPB_SIG_V1', 'latin1');
const FOOTER = Buffer.from('MCPB_SIG_END', 'latin1');
/** More than any chain of certificates has, in bytes. */
const MAX_SIGNATURE = 256 * 1024;
/** Of the end record of a zip, where its comment's length is. */
const END_RECORD = 22;

/** A bundle, and the signature behind it. */
export interface SplitBundle {
  /** The zip. */
  readonly zip: Buffer;
  /** PKCS#7 in DER; undefined without a signature. */
  readonly signature: Buffer | undefined;
  /** What may have been signed: newer packers count the signature as the comment of the zip, before or after they sign. */
  readonly signed: readonly Buffer[];
}

/** A zip without the signature that is its comment. */
function withoutComment(zip: Buffer, block: number): Buffer {
  const at = zip.length - END_RECORD;
  if (at < 0 || zip.toString('latin1', at, at + 4) !== 'PK\x05\x06' || zip.readUInt16LE(at + 20) !== block)
    return zip;
  const copy = Buffer.from(zip);
  copy.writeUInt16LE(0, at + 20);
  return copy;
}

/**
 * Separates the signature that packers append to a bundle: a mark, its length, PKCS#7, and another mark. A file whose end looks
 * like one but has another length is no signed bundle, and stays whole, so that the reader of zips refuses it.
 */
export function splitBundle(bytes: Buffer): SplitBundle {
  const whole = { zip: bytes, signature: undefined, signed: [] };
  const end = bytes.length - FOOTER.length;
  if (end < 0 || !bytes.subarray(end).equals(FOOTER)) return whole;
  const at = bytes.lastIndexOf(HEADER, end - 1);
  const start = at + HEADER.length + 4;
  if (at === -1 || start > end || end - start > MAX_SIGNATURE) return whole;
  if (bytes.readUInt32LE(start - 4) !== end - start) return whole;
  const before = bytes.subarray(0, at);
  const zip = withoutComment(before, bytes.length - at);
  return { zip, signature: bytes.subarray(start, end), signed: zip === before ? [zip] : [before, zip] };
}
