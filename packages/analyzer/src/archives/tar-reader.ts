import { LIMITS, megabytes } from '../files/limits.js';
import { escapedText } from '../common/escaped-text.js';
import { paxRecords, type PaxRecords } from './pax-records.js';
import {
  AmbiguousArchive,
  CutOffArchive,
  refuse,
  TooLargeArchive,
  TooManyEntries,
} from './refused-archive.js';
import type { ArchiveLimits } from './archive-limits.js';
import { BLOCK, parseHeader, type TarHeader } from './tar-header.js';

/** What an entry is. */
export type EntryKind = 'file' | 'folder' | 'hard link' | 'symbolic link' | 'device' | 'named pipe';

/** An entry of a tar, as all readers understand it. */
export interface TarEntry {
  /** Its name as the archive spells it. */
  readonly name: string;
  readonly kind: EntryKind;
  /** In bytes; 0 unless it is a file. */
  readonly size: number;
  readonly isExecutable: boolean;
  /** What a link leads to. */
  readonly target: string;
}

const KINDS: Readonly<Record<string, EntryKind>> = {
  '0': 'file',
  '\0': 'file',
  '1': 'hard link',
  '2': 'symbolic link',
  '3': 'device',
  '4': 'device',
  '5': 'folder',
  '6': 'named pipe',
  '7': 'file',
};
/** Headers about the next entries: `x` and `g` of pax, `L` and `K` (long name, long link) of GNU. */
const EXTENSIONS = 'xgLK';
/** As many as an entry can have: pax or two of GNU, and a global one. */
const HEADERS_OF_ENTRY = 4;
const GOES_ON = 'The archive goes on after the end of its tar';

/** The extended headers before an entry. */
interface Extensions {
  /** Their types, in order. */
  readonly types: string;
  readonly pax?: PaxRecords;
  readonly longName?: string;
  readonly longTarget?: string;
}

const NONE: Extensions = { types: '' };

const BROKEN_EXTENSION = 'The archive has a broken extended header';

/** The text in a long name of GNU tar. Without the NUL at its end, some readers go on reading behind it. */
function longText(content: Buffer): string {
  const text = content.toString().replace(/\0+$/, '');
  if (text === '' || text.includes('\0') || content.at(-1) !== 0)
    throw new AmbiguousArchive(BROKEN_EXTENSION);
  return text;
}

/** A name in the header that is not the extended one must at least begin like it: some readers put both together. */
function checkPrefix({ prefix }: TarHeader, own: string, extended: string | undefined): void {
  if (extended !== undefined && prefix !== '' && !extended.startsWith(`${prefix}/`))
    refuse('Two headers give an entry different names', own);
}

/** The entry that a header and those before it describe. */
function entryOf(header: TarHeader, { pax, longName, longTarget }: Extensions): TarEntry {
  const { type, size, isExecutable } = header;
  const extended = pax?.path ?? longName;
  const own = header.prefix === '' ? header.name : `${header.prefix}/${header.name}`;
  checkPrefix(header, own, extended);
  const name = extended ?? own;
  const known = KINDS[type];
  if (known === undefined) refuse('The archive holds something that is neither file nor folder', name);
  if (pax?.size !== undefined && pax.size !== size) refuse('Two headers give an entry different sizes', name);
  // Of the oldest format, which has no type for folders.
  const isOldFolder = type === '\0' && size === 0 && own.endsWith('/') && name.endsWith('/');
  const kind = isOldFolder ? 'folder' : known;
  if (kind === 'file' && (own.endsWith('/') || /(?:^|\/)\.?$/.test(name)))
    refuse('A file has the name of a folder', name);
  if (kind !== 'file' && size > 0) refuse('An entry without content has a size', name);
  const isLink = kind === 'hard link' || kind === 'symbolic link';
  const target = pax?.target ?? longTarget ?? header.target;
  if (!isLink && (target !== '' || header.target !== ''))
    refuse('A file or folder has the target of a link', name);
  if (isLink && target === '') refuse('A link leads nowhere', name);
  return { name, kind, size, isExecutable, target };
}

/**
 * Reads a tar piece by piece, with the memory of one header. It accepts what all programs that unpack packages read in the
 * same way, and refuses the rest.
 */
export class TarReader {
  private readonly block = Buffer.alloc(BLOCK);
  private filled = 0;
  /** What is left of the content of an entry, and of the zeros after it. */
  private content = 0;
  private fill = 0;
  /** Whether the last header is one about the next entry. */
  private isExtension = false;
  private unpacked = 0;
  private entries = 0;
  private headers = 0;
  /** The number of zero bytes at the end; 0 before the end. */
  private padding = 0;
  private extensions = NONE;
  private extension: { readonly type: string; readonly bytes: Buffer; filled: number } | undefined;

  constructor(private readonly limits: ArchiveLimits) {}

  /**
   * Reads the next bytes: entries, each followed by its content in pieces.
   * @throws RefusedPackage: BrokenArchive, AmbiguousArchive, TooLargeArchive
   */
  *read(chunk: Uint8Array): Generator<TarEntry | Uint8Array> {
    for (let at = 0; at < chunk.length;) {
      const rest = chunk.subarray(at);
      if (this.padding > 0) {
        this.pad(rest);
        return;
      }
      if (this.content > 0) {
        const piece = rest.subarray(0, this.content);
        this.content -= piece.length;
        at += piece.length;
        if (this.extension === undefined) yield piece;
        else this.extend(piece);
      } else if (this.fill > 0) {
        const skipped = rest.subarray(0, this.fill);
        // Some readers look for records in the whole block.
        if (this.isExtension && skipped.some((byte) => byte !== 0))
          throw new AmbiguousArchive(BROKEN_EXTENSION);
        this.fill -= skipped.length;
        at += skipped.length;
      } else {
        const taken = Math.min(BLOCK - this.filled, rest.length);
        this.block.set(rest.subarray(0, taken), this.filled);
        this.filled += taken;
        at += taken;
        const entry = this.filled === BLOCK ? this.header() : undefined;
        if (entry) yield entry;
      }
    }
  }

  /** Called after the last bytes. @throws CutOffArchive, AmbiguousArchive when the tar has not ended */
  end(): void {
    if (this.padding === 0) {
      const Refused = this.isBetweenEntries && this.entries > 0 ? AmbiguousArchive : CutOffArchive;
      throw new Refused('The archive is cut off, or holds no tar');
    }
    if (this.padding % BLOCK !== 0) throw new AmbiguousArchive('The archive ends within a block');
  }

  /** Where some programs take the end of the bytes for that of the archive. */
  private get isBetweenEntries(): boolean {
    return this.content + this.fill + this.filled === 0 && this.extensions.types === '';
  }

  private pad(rest: Uint8Array): void {
    this.padding += rest.length;
    if (rest.some((byte) => byte !== 0) || this.padding > LIMITS.tarPaddingBytes)
      throw new AmbiguousArchive(GOES_ON);
  }

  private header(): TarEntry | undefined {
    this.filled = 0;
    const header = parseHeader(this.block);
    if (header === undefined) {
      if (this.extensions.types !== '')
        throw new AmbiguousArchive('The archive ends with a header of nothing');
      this.padding = BLOCK;
      return undefined;
    }
    this.count(header);
    this.content = header.size;
    this.fill = -header.size & (BLOCK - 1);
    this.isExtension = EXTENSIONS.includes(header.type);
    if (this.isExtension) {
      this.announce(header);
      return undefined;
    }
    const entry = entryOf(header, this.extensions);
    this.extensions = NONE;
    return entry;
  }

  private count({ name, size, type }: TarHeader): void {
    const { unpackedBytes, entries } = this.limits;
    this.unpacked += size;
    if (this.unpacked > unpackedBytes)
      throw new TooLargeArchive(
        `The archive unpacks to more than ${megabytes(unpackedBytes)}, at ${escapedText(name)}`,
      );
    if (!EXTENSIONS.includes(type)) this.entries += 1;
    this.headers += 1;
    if (this.entries > entries || this.headers > HEADERS_OF_ENTRY * entries)
      throw new TooManyEntries(`The archive has more than ${entries} entries, at ${escapedText(name)}`);
  }

  private announce({ type, size, target }: TarHeader): void {
    if (size === 0 || size > LIMITS.tarExtensionBytes || target !== '')
      throw new AmbiguousArchive(`The archive has an extended header of ${size} bytes`);
    const { types } = this.extensions;
    // A pax header with anything else, or two of one type.
    const clashes = types !== '' && (types.includes(type) || types.includes('x') || 'xg'.includes(type));
    if (clashes && !(types === 'g' && type !== 'g'))
      throw new AmbiguousArchive('The archive has several extended headers for one entry');
    this.extensions = { ...this.extensions, types: types + type };
    this.extension = { type, bytes: Buffer.alloc(size), filled: 0 };
  }

  private extend(piece: Uint8Array): void {
    const { extension } = this;
    if (extension === undefined) return;
    extension.bytes.set(piece, extension.filled);
    extension.filled += piece.length;
    if (this.content > 0) return;
    this.extension = undefined;
    const { type, bytes } = extension;
    if (type === 'x') this.extensions = { ...this.extensions, pax: paxRecords(bytes, false) };
    if (type === 'g') paxRecords(bytes, true);
    if (type === 'L') this.extensions = { ...this.extensions, longName: longText(bytes) };
    if (type === 'K') this.extensions = { ...this.extensions, longTarget: longText(bytes) };
  }
}
