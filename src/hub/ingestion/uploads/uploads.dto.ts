import { ApiProperty } from '@nestjs/swagger';
import { OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import {
  isSha256Digest,
  SHA256_DIGEST_RULE,
  type Sha256Digest,
} from '../../../common/values/sha256-digest.js';
import { isMcpName, MCP_NAME_RULE } from '../../catalog/mcps/mcp-name.js';

const EXAMPLE_DIGEST = `sha256:${'4a'.repeat(32)}`;

/** The version without the leading `v`; undefined if it is not a semantic version. */
export const pushedVersion = (given: unknown): string | undefined =>
  typeof given === 'string' ? parseSemanticVersion(given.replace(/^v/, ''))?.text : undefined;

/** A bundle that is going to be uploaded (hub contract 19). */
export class InitUploadRequest {
  @Required({
    example: 'acme/files',
    description: 'The slug of an organization of the caller, and that of the MCP.',
  })
  @Satisfies('isMcpName', isMcpName, MCP_NAME_RULE)
  mcp_name: string;

  @Required({ example: '1.2.0', description: 'Semantic version, with or without a leading `v`.' })
  @Satisfies(
    'isPushedVersion',
    (value) => pushedVersion(value) !== undefined,
    'must be a semantic version such as 1.2.3 or v1.2.3-rc.1',
  )
  mcp_version: string;

  @Required({ type: 'string', pattern: '^sha256:[0-9a-f]{64}$', example: EXAMPLE_DIGEST })
  @Satisfies('isDigest', isSha256Digest, SHA256_DIGEST_RULE)
  bundle_digest: Sha256Digest;
}

/** Where the bytes of an upload go. */
export class InitiatedUpload {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  upload_id: string;

  @ApiProperty({
    example: `https://hub.example.com/api/v1/uploads/${EXAMPLE_IDS.version}/bundle?signature=…`,
    description:
      'For one `PUT` of the bytes, with `Content-Type: application/gzip` and `Content-Length`, without `Authorization`: the URL itself is the permission.',
  })
  bundle_upload_url: string;

  @ApiProperty({ format: 'date-time', description: 'When the URL stops working.' })
  url_expires_at: string;
}

/** The signed query of an upload's URL. */
export class UploadUrlQuery {
  @OptionalNotNull({ example: EXAMPLE_DIGEST })
  digest?: string;

  @OptionalNotNull({ example: '104857600' })
  max_bytes?: string;

  @OptionalNotNull({ example: '1767225600' })
  expires?: string;

  @OptionalNotNull({ example: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })
  signature?: string;
}

/** The version that an upload became. */
export class FinalizedUpload {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  version_id: string;

  @ApiProperty({ enum: ['ingested'], example: 'ingested' })
  status: 'ingested';

  @ApiProperty({ example: 'version 1.2.0 of acme/files is queued for analysis' })
  message: string;
}
