import { SARIF_SCHEMA } from '@mcp-hub/analyzer/sarif';
import { ApiProperty } from '@nestjs/swagger';

/** The outline of a SARIF 2.1.0 log; SARIF has its own JSON schema. */
export class SarifLog {
  @ApiProperty({ format: 'uri', example: SARIF_SCHEMA })
  $schema: string;

  @ApiProperty({ enum: ['2.1.0'] })
  version: string;

  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: { type: 'object', additionalProperties: true },
    description: 'One run with a result for each server that is denied or has a warning.',
    example: [
      {
        tool: { driver: { name: 'mcp-hub', rules: [] } },
        invocations: [{ executionSuccessful: true, endTimeUtc: '2026-01-31T12:00:00.000Z' }],
        results: [],
        properties: { result: 'PASS' },
      },
    ],
  })
  runs: Record<string, unknown>[];
}
