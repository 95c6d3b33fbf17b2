import { ApiProperty } from '@nestjs/swagger';
import { ArrayMinSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { OptionalNotNull } from '../../../common/http/validators.js';
import { CreatedAllowList } from '../../gate/allow-lists/allow-lists.dto.js';
import { BadgeAddress } from '../../catalog/badges/badges.dto.js';
import { OutboundWebhookWithSecret } from '../../notifications/outbound-webhooks/outbound-webhooks.dto.js';
import { SourceSecretWithValue } from '../../ingestion/source-secrets/source-secrets.dto.js';
import { CreatedServiceToken } from '../../accounts/service-tokens/service-tokens.dto.js';

const EXAMPLE_ID = '0b1d2f3a-4c5e-4f60-8a7b-9c0d1e2f3a4b';

/** Kinds of secrets that are replaced together. */
export const SECRET_KINDS = [
  'service_tokens',
  'allow_lists',
  'badges',
  'webhooks',
  'source_secrets',
] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** A service token that a person created. */
export class MadeToken {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID })
  id: string;

  @ApiProperty({ example: 'Deployment' })
  name: string;

  @ApiProperty({ type: [String], example: [`ci:org:${EXAMPLE_ID}`] })
  scopes: readonly string[];

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

/** A secret that a person made or may know. */
export class KnownSecretView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID, description: 'For a badge or a source, the MCP.' })
  id: string;

  @ApiProperty({ example: 'Developers' })
  name: string;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether the person made the current one; null where that is not known.',
  })
  made: boolean | null;
}

/** What a person made or knows of an organization (hub contract 50). Nothing here is a secret itself. */
export class MemberSecrets {
  @ApiProperty({ type: [MadeToken], description: 'Valid service tokens that the person created.' })
  service_tokens: MadeToken[];

  @ApiProperty({
    type: [KnownSecretView],
    description: 'All addresses: the clients of all members have them.',
  })
  allow_lists: KnownSecretView[];

  @ApiProperty({ type: [KnownSecretView] })
  badges: KnownSecretView[];

  @ApiProperty({ type: [KnownSecretView] })
  webhooks: KnownSecretView[];

  @ApiProperty({
    type: [KnownSecretView],
    description: 'Webhook secrets of sources, which administrators of the platform make.',
  })
  source_secrets: KnownSecretView[];
}

/** Which secrets to replace. */
@OnlyKnownFields()
export class RotateSecretsRequest {
  @OptionalNotNull({ enum: [...SECRET_KINDS], isArray: true, description: 'All kinds without it.' })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(SECRET_KINDS, { each: true })
  kinds?: SecretKind[];
}

/** The new address of the badge of an MCP. */
export class RotatedBadge extends BadgeAddress {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_ID })
  mcp_id: string;
}

/** The new secrets. Only this response has them. */
export class RotatedSecrets {
  @ApiProperty({
    type: [CreatedServiceToken],
    description: 'In place of the ones that were revoked, with their names, scopes and expiry.',
  })
  service_tokens: CreatedServiceToken[];

  @ApiProperty({ type: [CreatedAllowList] })
  allow_lists: CreatedAllowList[];

  @ApiProperty({ type: [RotatedBadge] })
  badges: RotatedBadge[];

  @ApiProperty({ type: [OutboundWebhookWithSecret] })
  webhooks: OutboundWebhookWithSecret[];

  @ApiProperty({ type: [SourceSecretWithValue], description: 'The old ones have ended.' })
  source_secrets: SourceSecretWithValue[];
}
