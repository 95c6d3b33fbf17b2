import { ApiProperty } from '@nestjs/swagger';

/** Assessment results of OSCAL 1.1. */
export class OscalAssessmentResults {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'See the schema of NIST, `oscal_assessment-results_schema.json`.',
    example: {
      uuid: '7a4d0f6e-0d64-5f0b-9a3e-2f1f5d1c7b10',
      metadata: {
        title: 'Controls of the MCP servers of Acme',
        'last-modified': '2026-01-15T12:00:00.000Z',
        version: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        'oscal-version': '1.1.3',
      },
    },
  })
  'assessment-results': object;
}
