import { ApiProperty } from '@nestjs/swagger';
import { OptionalNotNull, Satisfies } from '../../../common/http/validators.js';

const KEY = /^[A-Za-z0-9_-]{43}$/;

/** The key of a badge, in the query of its address. */
export class BadgeQuery {
  @OptionalNotNull({
    minLength: 43,
    maxLength: 43,
    description: 'For an MCP that not everybody sees.',
    example: 'q5Xe2m0G6gJY0c1m3yV8dQe2yG0mZ8f5uQk9b1w7T4s',
  })
  @Satisfies(
    'isBadgeKey',
    (value) => typeof value === 'string' && KEY.test(value),
    'must be the key of an address',
  )
  key?: string;
}

/** The address of the badge of an MCP (hub contract 38). */
export class BadgeAddress {
  @ApiProperty({
    example: 'https://hub.example.com/api/v1/mcps/5d2e7b1c-9f4a-4c83-8a60-1b9e3d7c4f32/badge.svg?key=q5Xe…',
    description: 'Whoever has it sees the level and the score. It is shown this once.',
  })
  url: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}
