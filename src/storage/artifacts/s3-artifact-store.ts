import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/storage.js';
import type { ArtifactKind, ArtifactPresigning, StagedUploads } from './artifact-store.js';
import { createS3Client } from './s3-client.js';
import { ARTIFACT_KEYS } from './object-keys.js';
import { S3ObjectStore } from './s3-object-store.js';
import { S3Presigning } from './s3-presigning.js';
import { S3StagedUploads } from './s3-staged-uploads.js';

/** Artifacts as objects of an S3-compatible store: `objects/<organization>/<kind>/<64 digits>`, with presigned URLs. */
export class S3ArtifactStore extends S3ObjectStore<ArtifactKind> {
  override readonly presigning: ArtifactPresigning | undefined;
  override readonly staged: StagedUploads;
  private readonly signer: S3Client;

  constructor(settings: S3Settings) {
    super(settings, ARTIFACT_KEYS);
    const { bucket, presign, publicEndpoint } = settings;
    this.signer = createS3Client(settings, { endpoint: publicEndpoint });
    this.staged = new S3StagedUploads(this.client, bucket, presign.expiresIn);
    this.presigning = presign.enabled
      ? new S3Presigning({ bucket, expiresIn: presign.expiresIn, signer: this.signer })
      : undefined;
  }

  override close(): void {
    super.close();
    this.signer.destroy();
  }
}
