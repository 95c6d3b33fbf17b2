/** The zeros at the end of a tar. */
export const END = Buffer.alloc(1024);

/** Fields of a header, including values that no program would write. */
export interface HeaderFields {
  readonly size?: number;
  readonly type?: string;
  /** The twelve raw bytes of the size field. */
  readonly rawSize?: string;
  readonly mode?: string;
  readonly target?: string;
  /** Magic number and version, eight bytes. */
  readonly magic?: string;
  readonly prefix?: string;
  /** Raw bytes at some places, written before the checksum. */
  readonly raw?: Readonly<Record<number, string>>;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** The sum of a header's bytes, where those of the checksum count as spaces. */
export function writeChecksum(block: Buffer): Buffer {
  block.write('        ', 148, 'latin1');
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
    'latin1',
  );
  return block;
}

/** A header of a tar, by default of the POSIX format. */
export function header(name: string | Buffer, fields: HeaderFields = {}): Buffer {
  const { size = 0, type = '0', rawSize, mode = '0000644\0', target = '' } = fields;
  const { magic = 'ustar\x0000', prefix = '', raw = {} } = fields;
  const block = Buffer.alloc(512);
  block.set(Buffer.from(name).subarray(0, 100), 0);
  block.write(mode, 100, 'latin1');
  block.write(rawSize ?? `${octal(size, 11)}\0`, 124, 'latin1');
  block.write(type, 156, 'latin1');
  block.write(target, 157);
  block.write(magic, 257, 'latin1');
  block.write(prefix, 345);
  for (const [at, text] of Object.entries(raw)) block.write(text, Number(at), 'latin1');
  return writeChecksum(block);
}

const padded = (content: Buffer): Buffer => Buffer.concat([content, Buffer.alloc(-content.length & 511)]);

/** A header with its content. */
export function entry(
  name: string | Buffer,
  content: string | Buffer = '',
  fields: HeaderFields = {},
): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([header(name, { size: bytes.length, ...fields }), padded(bytes)]);
}

/** A record of an extended header. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (String(length).length + Buffer.byteLength(rest) !== length)
    length = String(length).length + Buffer.byteLength(rest);
  return `${length}${rest}`;
}

/** An extended header. */
export const pax = (records: string, type = 'x', fields: HeaderFields = {}): Buffer =>
  entry('PaxHeader', records, { ...fields, type });
