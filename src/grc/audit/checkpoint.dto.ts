import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';

const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

// Signed with the key of the example of the key set.
const EXAMPLE_PAYLOAD =
  'eyJicm9rZW5fYXQiOm51bGwsImNoYWluX2lkIjoiM2Y2YzFkMWUtNWIxYS00ZjBlLTlhNTctMmY3ZDZhMWM5YjEwIiwiY29uc2lz' +
  'dGVudCI6dHJ1ZSwiaGVhZF9oYXNoIjoiOWY4NmQwODE4ODRjN2Q2NTlhMmZlYWEwYzU1YWQwMTVhM2JmNGYxYjJiMGI4MjJjZDE1' +
  'ZDZjMTViMGYwMGEwOCIsImxlbmd0aCI6NDIsIm9yZ2FuaXphdGlvbl9pZCI6IjNmNmMxZDFlLTViMWEtNGYwZS05YTU3LTJmN2Q2' +
  'YTFjOWIxMCIsInNpZ25lZF9hdCI6IjIwMjYtMDEtMzFUMTI6MDA6MDAuMDAwWiJ9';
const EXAMPLE_SIGNATURE =
  'TALsDFeSUBtXwtJ6TE3/9pOqF/Dw0PaoowgbbRk9563MbQOlyk7dwiKeRXUuLPUgYUjnUkjLVLaZY3IaJ1iXAw==';

class EnvelopeSignature {
  @ApiProperty({ example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', description: 'Id of the key.' })
  keyid: string;

  @ApiProperty({ example: EXAMPLE_SIGNATURE, description: 'Base64 of the signature.' })
  sig: string;
}

/** A signed document (DSSE). */
class SignedEnvelope {
  @ApiProperty({ example: 'application/vnd.mcp-hub.audit-checkpoint+json' })
  payloadType: string;

  @ApiProperty({ example: EXAMPLE_PAYLOAD, description: 'Base64 of the document, a JSON object.' })
  payload: string;

  @ApiProperty({ type: [EnvelopeSignature] })
  signatures: readonly EnvelopeSignature[];
}

/** The first break of a chain, and why it is one. */
interface CheckpointBreak {
  readonly position: number;
  readonly reason: string;
}

// A reference cannot be null in OpenAPI 3.0.
const BREAK = {
  type: 'object',
  properties: {
    position: { type: 'integer', example: 17 },
    reason: {
      type: 'string',
      example: 'changed',
      description:
        'As in the verification of the chain; `unsigned_checkpoint`: the hub has not signed its stored checkpoint.',
    },
  },
  required: ['position', 'reason'],
} satisfies ApiPropertyOptions;

/** Where the audit chain of an organization ends now, signed (hub contract 34). */
export class AuditCheckpointData {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.org })
  chain_id: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 42, description: 'Number of events.' })
  length: number;

  @ApiProperty({
    pattern: '^[0-9a-f]{64}$',
    example: EXAMPLE_HASH,
    description: 'Hash of the last event; zeros without any.',
  })
  head_hash: string;

  @ApiProperty({ format: 'date-time' })
  signed_at: string;

  @ApiProperty({
    example: true,
    description: 'Whether the chain is valid, and continues the last checkpoint that the hub has stored.',
  })
  consistent: boolean;

  @ApiProperty({ ...BREAK, nullable: true, example: null, description: 'Null if it is consistent.' })
  broken_at: CheckpointBreak | null;

  @ApiProperty({
    type: SignedEnvelope,
    description: 'All of this as a signed document; see `/.well-known/jwks.json`.',
  })
  envelope: SignedEnvelope;
}
