import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { DECISIONS_PAYLOAD } from '@mcp-hub/client-configurations/decisions';
import { OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import { WithListTag } from '../managed-settings/managed-settings.responses.js';
import { ENVIRONMENT_RULE, isEnvironmentName } from '../policies/environment-name.js';

const DEFAULT_ENVIRONMENT = 'production';
const TEXT = { type: 'string' } as const;

/** Which decisions to sign. */
export class SignedDecisionsQuery {
  @OptionalNotNull({
    maxLength: 100,
    default: DEFAULT_ENVIRONMENT,
    description: 'The environment whose policies apply.',
  })
  @Satisfies('isEnvironmentName', isEnvironmentName, ENVIRONMENT_RULE)
  environment: string = DEFAULT_ENVIRONMENT;
}

/** A signature of the hub. */
class DecisionsSignature {
  @ApiProperty({ example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', description: 'Id of the key.' })
  keyid: string;

  @ApiProperty({
    example: 'MEUCIQDx…',
    description: 'Base64 of the signature over the pre-authentication encoding of DSSE.',
  })
  sig: string;
}

/** Signed decisions: an envelope of DSSE (hub contract 51). */
class SignedDecisions {
  @ApiProperty({ example: DECISIONS_PAYLOAD })
  payloadType: string;

  @ApiProperty({
    example: 'eyJlbnRyaWVzIjpb…',
    description: 'Base64 of the canonical JSON (RFC 8785) of the decisions.',
  })
  payload: string;

  @ApiProperty({ type: [DecisionsSignature] })
  signatures: DecisionsSignature[];
}

/** Documents a response with signed decisions. */
export const SignedDecisionsResponse = (description: string): MethodDecorator =>
  applyDecorators(
    WithListTag(),
    ApiOkResponse({
      description,
      type: SignedDecisions,
      headers: { ETag: { description: 'Validator for If-None-Match.', schema: TEXT } },
    }),
  );
