import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  /** Overrides what the zip says of it. */
  readonly claims?: {
    readonly crc?: number;
    readonly size?: number;
    readonly flags?: number;
    readonly method?: number;
  };
}

interface Written {
  readonly local: Buffer;
  readonly central: (offset: number) => Buffer;
}

const DEFLATED = 8;

function written({ name, content, claims = {} }: ZipEntry): Written {
  const bytes = Buffer.from(content);
  const packed = deflateRawSync(bytes);
  const nameBytes = Buffer.from(name);
  // The fields that both headers share, from "version needed" on.
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(claims.flags ?? 0x800, 2);
  shared.writeUInt16LE(claims.method ?? DEFLATED, 4);
  shared.writeUInt32LE(claims.crc ?? crc32(bytes), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(claims.size ?? bytes.length, 18);
  shared.writeUInt16LE(nameBytes.length, 22);
  return {
    local: Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), shared, nameBytes, packed]),
    central: (offset) => {
      const rest = Buffer.alloc(14);
      rest.writeUInt32LE(offset, 10);
      const madeBy = Buffer.from([20, 0]);
      return Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, shared, rest, nameBytes]);
    },
  };
}

/** A zip. What entries claim may be false. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = written(entry);
    locals.push(local);
    centrals.push(central(offset));
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
