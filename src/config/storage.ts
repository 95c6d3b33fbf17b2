import { confidential, key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { publicUrlOf } from './http.js';
import { baseUrl, boolean, integer, oneOf, text } from './value-parsers.js';

export const STORAGE_KEYS = {
  'storage.type': key(
    oneOf('filesystem', 's3'),
    'filesystem',
    'Where artifacts are stored: in `data_dir`, or in an S3-compatible object store.',
  ),
  'storage.s3.bucket': optional(text, 'required with s3', 'Bucket of the artifacts; it must exist.'),
  'storage.s3.region': key(text, 'us-east-1', 'Region of the bucket.'),
  'storage.s3.endpoint': optional(
    baseUrl('https', 'http'),
    'that of Amazon S3 in the region',
    'Address of another S3-compatible store.',
  ),
  'storage.s3.public_endpoint': optional(
    baseUrl('https', 'http'),
    'storage.s3.endpoint',
    'Address under which clients reach the store, for presigned URLs.',
  ),
  'storage.s3.force_path_style': key(boolean, false, 'Name the bucket in the path instead of the host.'),
  'storage.s3.access_key_id': optional(
    text,
    'the role of the machine or container',
    'Access key of the store; set it together with its secret.',
  ),
  'storage.s3.secret_access_key': confidential(
    optional(text, 'the role of the machine or container', 'Secret of the access key.'),
  ),
  'storage.presign.enabled': key(
    boolean,
    true,
    'With s3: clients upload and download by presigned URLs; otherwise all bytes go through the registry.',
  ),
  'storage.presign.expires_in': key(integer(1, 604_800), 900, 'Seconds for which a presigned URL is valid.'),
};

/** `storage.type: filesystem`: artifacts are files in the data directory. */
export interface FilesystemSettings {
  readonly type: 'filesystem';
}

/** `storage.type: s3`: artifacts are objects of an S3-compatible store. */
export interface S3Settings {
  readonly type: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Absent: Amazon S3. */
  readonly endpoint?: string;
  /** Address for clients, if it differs. */
  readonly publicEndpoint?: string;
  readonly forcePathStyle: boolean;
  /** Absent: the role of the machine or container provides them. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly presign: {
    readonly enabled: boolean;
    /** Seconds. */
    readonly expiresIn: number;
  };
}

/** A bucket is required with s3 only; an access key and its secret must be set together. */
export function storageSettings(reader: ConfigReader): FilesystemSettings | S3Settings {
  const { read, fault } = reader.of(STORAGE_KEYS);
  if (read('storage.type') === 'filesystem') return { type: 'filesystem' };
  const bucket = read('storage.s3.bucket');
  if (bucket === undefined) fault('storage.s3.bucket', 'be set with storage.type s3');
  checkPresigning(reader);
  const endpoint = read('storage.s3.endpoint');
  const publicEndpoint = read('storage.s3.public_endpoint');
  const credentials = credentialsOf(reader);
  return {
    type: 's3',
    bucket: bucket ?? '',
    region: read('storage.s3.region'),
    ...(endpoint !== undefined && { endpoint }),
    ...(publicEndpoint !== undefined && { publicEndpoint }),
    forcePathStyle: read('storage.s3.force_path_style'),
    ...(credentials !== undefined && { credentials }),
    presign: { enabled: read('storage.presign.enabled'), expiresIn: read('storage.presign.expires_in') },
  };
}

function credentialsOf(reader: ConfigReader): S3Settings['credentials'] {
  const { read, fault } = reader.of(STORAGE_KEYS);
  const accessKeyId = read('storage.s3.access_key_id');
  const secretAccessKey = read('storage.s3.secret_access_key');
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  if (accessKeyId !== undefined) {
    fault('storage.s3.secret_access_key', 'be set with storage.s3.access_key_id');
  }
  if (secretAccessKey !== undefined) {
    fault('storage.s3.access_key_id', 'be set with storage.s3.secret_access_key');
  }
  return undefined;
}

function checkPresigning(reader: ConfigReader): void {
  const { read, fault } = reader.of(STORAGE_KEYS);
  const publicEndpoint = read('storage.s3.public_endpoint');
  const endpoint = publicEndpoint ?? read('storage.s3.endpoint');
  if (read('storage.presign.enabled') && sameHost(endpoint, publicUrlOf(reader))) {
    fault(
      publicEndpoint === undefined ? 'storage.s3.endpoint' : 'storage.s3.public_endpoint',
      'name another host than public_url (or set storage.presign.enabled to false): clients would send their credentials to both',
    );
  }
}

/** Whether two URLs have the same host, ignoring ports. */
const sameHost = (one: string | undefined, other: string): boolean =>
  one !== undefined && new URL(one).hostname === new URL(other).hostname;
