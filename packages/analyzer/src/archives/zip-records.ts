import { escapedText } from '../common/escaped-text.js';
import { AmbiguousArchive } from './refused-archive.js';

/** The record at the end of a zip, without its comment. */
export const END_LENGTH = 22;
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const CENTRAL_LENGTH = 46;
const CENTRAL_SIGNATURE = 0x02014b50;
export const LOCAL_LENGTH = 30;
const LOCAL_SIGNATURE = 0x04034b50;
const ZIP64 = 0xffffffff;
/** In extra fields: sizes beyond 4 GiB, and a name in UTF-8. */
const [ZIP64_FIELD, NAME_FIELD] = [0x0001, 0x7075];
const UTF8_FLAG = 0x0800;
/** Encryption, patches, and hidden headers. */
const REFUSED_FLAGS = 0x0001 | 0x0020 | 0x0040 | 0x2000;
const METHODS = new Set([0, 8]);
/** Of the format that an entry needs, times ten, as far as readers go; the byte above it is of no use to most. */
const MAX_VERSION = 63;

/**
 * Refuses a zip.
 * @param name of the entry that the reason is about
 * @throws AmbiguousArchive
 */
export function refuseZip(reason: string, name?: Buffer | string): never {
  const where = name === undefined ? '' : `: ${escapedText(name.toString())}`;
  throw new AmbiguousArchive(`The zip ${reason}${where}`);
}

/** What both headers of an entry say about it. */
export interface ZipHeader {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly name: Buffer;
}

export interface CentralHeader extends ZipHeader {
  /** Of its local header. */
  readonly offset: number;
}

/** Where the central directory is, from the end of the file. */
export interface ZipEnd {
  /** The number of bytes from this record to the end of the file. */
  readonly length: number;
  readonly entries: number;
  readonly directorySize: number;
  readonly directoryOffset: number;
}

/** Reads the end record: the last one, with a comment that ends with the file and holds no other one. */
export function readEnd(tail: Buffer): ZipEnd {
  const at = tail.lastIndexOf(END_SIGNATURE);
  if (at === -1 || tail.length - at < END_LENGTH) refuseZip('is broken, or no zip: it has no end record');
  const end = tail.subarray(at);
  if (end.readUInt16LE(20) !== end.length - END_LENGTH) refuseZip('goes on after its end record');
  const [disk, first, here, entries] = [4, 6, 8, 10].map((field) => end.readUInt16LE(field));
  if (disk !== 0 || first !== 0 || here !== entries) refuseZip('has several parts');
  return {
    length: end.length,
    entries: entries ?? 0,
    directorySize: end.readUInt32LE(12),
    directoryOffset: end.readUInt32LE(16),
  };
}

/** Extra fields by their ids. Undefined when there is one twice, or when they are cut off. */
function extraFields(bytes: Buffer): ReadonlyMap<number, Buffer> | undefined {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length;) {
    if (at + 4 > bytes.length) return undefined;
    const [id, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
    if (at + 4 + length > bytes.length || fields.has(id)) return undefined;
    fields.set(id, bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

/** The extra fields of a header, which may repeat its name, but not give another. */
function checkedExtra(bytes: Buffer, name: Buffer): ReadonlyMap<number, Buffer> {
  const fields = extraFields(bytes);
  if (fields === undefined) refuseZip('has extra fields that programs read differently', name);
  const other = fields.get(NAME_FIELD);
  if (other !== undefined && !other.subarray(5).equals(name)) refuseZip('gives an entry two names', name);
  return fields;
}

/** Reads the headers of a central directory, which fill it. */
export function readDirectory(directory: Buffer, entries: number): CentralHeader[] {
  const headers: CentralHeader[] = [];
  let at = 0;
  while (at + CENTRAL_LENGTH <= directory.length && directory.readUInt32LE(at) === CENTRAL_SIGNATURE) {
    const [nameLength = 0, extraLength = 0, commentLength = 0, disk] = [28, 30, 32, 34].map((field) =>
      directory.readUInt16LE(at + field),
    );
    const start = at + CENTRAL_LENGTH;
    const end = start + nameLength + extraLength + commentLength;
    if (end > directory.length) refuseZip('has a central directory that is cut off');
    const name = directory.subarray(start, start + nameLength);
    const header = {
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      name,
      offset: directory.readUInt32LE(at + 42),
    };
    const extra = checkedExtra(directory.subarray(start + nameLength, end - commentLength), name);
    if (disk !== 0) refuseZip('has several parts', name);
    checkVersion(directory, at + 6, name);
    checkHeader(header, extra);
    headers.push(header);
    at = end;
  }
  if (at !== directory.length || headers.length !== entries)
    refuseZip('has a central directory that programs read differently');
  return headers;
}

/** @throws AmbiguousArchive for an entry that needs a version that readers refuse, or pass over */
function checkVersion(bytes: Buffer, at: number, name: Buffer): void {
  if (bytes.readUInt16LE(at) > MAX_VERSION) refuseZip('needs a version that programs do not know', name);
}

function checkHeader(
  { flags, method, packedSize, size, name, offset }: CentralHeader,
  extra: ReadonlyMap<number, Buffer>,
): void {
  if ((flags & REFUSED_FLAGS) !== 0) refuseZip('is encrypted', name);
  if (!METHODS.has(method)) refuseZip('uses a compression other than deflate', name);
  if (extra.has(ZIP64_FIELD) || [packedSize, size, offset].includes(ZIP64))
    refuseZip('has an entry of more than 4 GiB', name);
  if (name.some((byte) => byte >= 0x80) && (flags & UTF8_FLAG) === 0)
    refuseZip('has a name of unknown encoding', name);
  if (name.at(-1) === 0x2f && size > 0) refuseZip('has a folder with content', name);
}

/** The sizes in a local header, which may be in an extra field although they are small. */
function localSizes(header: Buffer, extra: ReadonlyMap<number, Buffer>): readonly [number, number] {
  const sizes = [header.readUInt32LE(18), header.readUInt32LE(22)] as const;
  const field = extra.get(ZIP64_FIELD);
  if (field === undefined) return sizes;
  if (field.length !== 16) return [NaN, NaN];
  const [size, packedSize] = [Number(field.readBigUInt64LE(0)), Number(field.readBigUInt64LE(8))];
  const isOther = ([here, there]: readonly [number, number]): boolean => here !== ZIP64 && here !== there;
  return isOther([sizes[0], packedSize]) || isOther([sizes[1], size]) ? [NaN, NaN] : [packedSize, size];
}

/** What a local header says of the bytes after it. */
export interface LocalHeader {
  readonly length: number;
  /** Whether sizes after the content have 64 bits; readers of streams take others for it without this mark. */
  readonly isLong: boolean;
}

/**
 * Compares a local header with that of the central directory. Sizes and checksum may be zero when they follow the content.
 * @param bytes from the header's begin, with its name and extra fields
 */
export function checkLocal(bytes: Buffer, central: CentralHeader): LocalHeader {
  const { name } = central;
  if (bytes.length < LOCAL_LENGTH || bytes.readUInt32LE(0) !== LOCAL_SIGNATURE)
    refuseZip('has no entry where its central directory says', name);
  checkVersion(bytes, 4, name);
  const [nameLength, extraLength] = [bytes.readUInt16LE(26), bytes.readUInt16LE(28)];
  const start = LOCAL_LENGTH + nameLength;
  const length = start + extraLength;
  if (!bytes.subarray(LOCAL_LENGTH, start).equals(name)) refuseZip('gives an entry two names', name);
  const extra = checkedExtra(bytes.subarray(start, length), name);
  const [packedSize, size] = localSizes(bytes, extra);
  const crc = bytes.readUInt32LE(14);
  const mayBeLater = followsContent(central);
  const isSame = (here: number, there: number): boolean => here === there || (mayBeLater && here === 0);
  if (
    bytes.readUInt16LE(6) !== central.flags ||
    bytes.readUInt16LE(8) !== central.method ||
    !isSame(crc, central.crc) ||
    !isSame(packedSize, central.packedSize) ||
    !isSame(size, central.size)
  )
    refuseZip('describes an entry in two ways', name);
  return { length, isLong: extra.has(ZIP64_FIELD) };
}

/** Whether sizes and checksum follow the content. */
export const followsContent = ({ flags }: ZipHeader): boolean => (flags & 0x0008) !== 0;

/** Whether bytes between a content and the next entry are its sizes and checksum, with or without a mark before them. */
export function isDescriptor(bytes: Buffer, { crc, packedSize, size }: ZipHeader, isLong: boolean): boolean {
  const length = isLong ? 20 : 12;
  const isSigned = bytes.length === length + 4;
  if (isSigned && bytes.toString('latin1', 0, 4) !== 'PK\x07\x08') return false;
  const fields = isSigned ? bytes.subarray(4) : bytes;
  if (fields.length !== length) return false;
  const sizes = !isLong
    ? [fields.readUInt32LE(4), fields.readUInt32LE(8)]
    : [Number(fields.readBigUInt64LE(4)), Number(fields.readBigUInt64LE(12))];
  return fields.readUInt32LE(0) === crc && sizes[0] === packedSize && sizes[1] === size;
}
