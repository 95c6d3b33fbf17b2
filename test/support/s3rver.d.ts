declare module 's3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  export type S3Content = Readable | Buffer;

  export interface S3Stored {
    readonly size: number;
    /** Hexadecimal. */
    readonly md5: string;
  }

  /** The object storage of all buckets: the methods that request handlers call, and two that they consist of. */
  export interface S3Files {
    getResourcePath(bucket: string, key: string | undefined, resource: 'object' | 'uploads'): string;
    putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>;
    putObject(object: {
      readonly bucket: string;
      readonly key: string;
      readonly metadata: unknown;
      readonly content: S3Content;
    }): Promise<S3Stored>;
    putPart(bucket: string, uploadId: string, partNumber: number, content: S3Content): Promise<S3Stored>;
    putObjectMultipart(...words: unknown[]): Promise<S3Stored>;
    readonly getObject: (...words: unknown[]) => Promise<unknown>;
    readonly deleteObject: (...words: unknown[]) => Promise<void>;
    readonly copyObject: (...words: unknown[]) => Promise<unknown>;
    readonly listObjects: (...words: unknown[]) => Promise<unknown>;
  }

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
    });
    readonly httpServer: Server;
    /** The context of request handlers. */
    readonly context: { store: S3Files };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
