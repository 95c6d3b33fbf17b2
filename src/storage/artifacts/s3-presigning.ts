import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { currentDate } from '../../common/values/clock.js';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { hexOf } from '../../common/values/sha256-digest.js';
import type {
  ArtifactAddress,
  ArtifactPresigning,
  DownloadForm,
  PresignedUpload,
  UploadAddress,
} from './artifact-store.js';
import { ARTIFACT_KEYS, uploadKeyOf } from './object-keys.js';

const CHECKSUM = 'x-amz-checksum-sha256';

interface S3PresigningOptions {
  readonly bucket: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** A client whose endpoint is the address under which clients reach the store. */
  readonly signer: S3Client;
}

/** Presigned URLs of an S3 store. */
export class S3Presigning implements ArtifactPresigning {
  constructor(private readonly options: S3PresigningOptions) {}

  async upload(address: UploadAddress, sizeBytes: number | undefined): Promise<PresignedUpload> {
    const { bucket, expiresIn, signer } = this.options;
    const checksum = Buffer.from(hexOf(address.digest), 'hex').toString('base64');
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: uploadKeyOf(address),
      ChecksumSHA256: checksum,
      ContentLength: sizeBytes,
    });
    const url = await getSignedUrl(signer, command, {
      expiresIn,
      signingDate: currentDate(),
      signableHeaders: new Set(['content-length', 'host', CHECKSUM]),
      unhoistableHeaders: new Set([CHECKSUM]),
    });
    const length = sizeBytes === undefined ? {} : { 'Content-Length': String(sizeBytes) };
    return { url, method: 'PUT', headers: { ...length, [CHECKSUM]: checksum }, expiresIn };
  }

  async download(address: ArtifactAddress, form: DownloadForm): Promise<string> {
    const { bucket, expiresIn, signer } = this.options;
    const input = {
      Bucket: bucket,
      Key: ARTIFACT_KEYS.of(address),
      ResponseContentType: form.contentType,
      ResponseContentDisposition: form.contentDisposition,
      ResponseCacheControl: form.cacheControl,
    };
    const command = form.method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    return getSignedUrl(signer, command, { expiresIn, signingDate: currentDate() });
  }
}
