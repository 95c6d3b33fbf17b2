export const ZIP64 = 0xffffffff;

/** What a header of an entry says; both headers of one that packers write say the same. */
export interface Header {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly extra: Buffer;
}

/** An entry as it is written. */
export interface Entry {
  readonly local: Header;
  readonly central: Header & {
    readonly mode: number;
    readonly madeBy: number;
    readonly offset: number;
    readonly comment: string;
  };
  readonly packed: Buffer;
  /** Sizes and checksum after the content. */
  readonly descriptor: Buffer;
  /** Bytes before the local header. */
  readonly before: Buffer;
}

export const field = (id: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
};
export const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
};
export const longs = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [at, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * at);
  return bytes;
};

export function localOf({ local, packed, descriptor, before }: Entry): Buffer {
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  writeCommon(head, 4, local);
  return Buffer.concat([before, head, local.name, local.extra, packed, descriptor]);
}

function writeCommon(head: Buffer, at: number, header: Header): void {
  head.writeUInt16LE(20, at);
  head.writeUInt16LE(header.flags, at + 2);
  head.writeUInt16LE(header.method, at + 4);
  head.writeUInt16LE(0x21, at + 8);
  head.writeUInt32LE(header.crc, at + 10);
  head.writeUInt32LE(header.packedSize, at + 14);
  head.writeUInt32LE(header.size, at + 18);
  head.writeUInt16LE(header.name.length, at + 22);
  head.writeUInt16LE(header.extra.length, at + 24);
}

export function centralOf(central: Entry['central'], offset: number): Buffer {
  const head = Buffer.alloc(46);
  head.write('PK\x01\x02', 'latin1');
  head[4] = 30;
  head[5] = central.madeBy;
  writeCommon(head, 6, central);
  head.writeUInt16LE(central.comment.length, 32);
  head.writeUInt32LE((central.mode * 0x10000) >>> 0, 38);
  head.writeUInt32LE(central.offset === ZIP64 ? ZIP64 : offset + central.offset, 42);
  return Buffer.concat([head, central.name, central.extra, Buffer.from(central.comment)]);
}

export const endOf = (entries: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
};
