import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsLabel, IsText, OptionalNotNull } from '../../../common/http/validators.js';
import { ORIGINS, VISIBILITIES, type McpOrigin, type McpVisibility } from './mcp-values.js';
import type { McpProfile } from './mcp.entity.js';

const DESCRIPTION_LENGTH = 2000;
const LANGUAGE_LENGTH = 50;
const LICENSE_LENGTH = 100;

/** The profile of an MCP: what administrators set and everybody sees. */
export class McpProfileView implements Record<keyof McpProfile, string> {
  @ApiProperty({ example: 'Reads and writes files' })
  description: string;

  @ApiProperty({ example: 'TypeScript' })
  language: string;

  @ApiProperty({ example: 'MIT' })
  license: string;

  @ApiProperty({ enum: [...VISIBILITIES] })
  visibility: string;

  @ApiProperty({ enum: [...ORIGINS] })
  origin: string;
}

/** The profile as administrators set it; each field is optional. */
export class McpProfileRequest implements Partial<McpProfile> {
  @OptionalNotNull({ maxLength: DESCRIPTION_LENGTH })
  @IsText(0, DESCRIPTION_LENGTH)
  description?: string;

  @OptionalNotNull({ maxLength: LANGUAGE_LENGTH, example: 'TypeScript' })
  @IsLabel(LANGUAGE_LENGTH)
  language?: string;

  @OptionalNotNull({ maxLength: LICENSE_LENGTH, example: 'MIT' })
  @IsLabel(LICENSE_LENGTH)
  license?: string;

  @OptionalNotNull({ enum: [...VISIBILITIES], description: 'A new MCP is `public`.' })
  @IsIn(VISIBILITIES)
  visibility?: McpVisibility;

  @OptionalNotNull({ enum: [...ORIGINS], description: 'A new MCP is `community`.' })
  @IsIn(ORIGINS)
  origin?: McpOrigin;
}
