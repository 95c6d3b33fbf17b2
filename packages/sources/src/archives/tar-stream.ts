import type { Readable, Writable } from 'node:stream';
import * as library from 'tar-stream';

/** The part of an entry's header that is written here. */
export interface TarHeader {
  readonly name: string;
  readonly type?: string | null;
  readonly mode?: number;
  readonly size?: number;
  readonly linkname?: string | null;
  readonly mtime?: Date;
}

interface Pack extends Readable {
  entry: (header: TarHeader, done: (error?: Error | null) => void) => Writable;
  finalize: () => void;
}

/** Its own types are those of another implementation of streams, which `pipeline` takes at run time but not by type. */
export const { pack } = library as unknown as { readonly pack: () => Pack };
