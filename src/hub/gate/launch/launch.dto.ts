import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { AsSent, OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import { MAX_ARGUMENTS, MAX_COMMANDS, MAX_TARGETS, MAX_VARIABLES } from './launch-request.js';

const EXAMPLE_COMMAND = ['npx', '-y', '@acme/files@{version}', '/srv/files'];
const EXAMPLE_URL = 'https://mcp.example.com/mcp';
const EXAMPLE_IMAGE = `ghcr.io/acme/files@sha256:${'0a'.repeat(32)}`;

const isListOf =
  (max: number) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length <= max;

const listRule = (max: number): string => `must be a list of at most ${max} items`;

/** The schema of an item: a text, or an object with it and a version. */
const targetSchema = (name: string, example: string, description: string) => ({
  type: 'array' as const,
  maxItems: MAX_TARGETS,
  description,
  example: [example],
  items: {
    oneOf: [
      { type: 'string' as const },
      {
        type: 'object' as const,
        required: [name],
        properties: {
          [name]: { type: 'string' as const },
          version: { type: 'string' as const, description: 'Id or visible version.' },
        },
      },
    ],
  },
});

/** How an organization starts an MCP (hub contract 37). The items are validated by `readLaunch`. */
@OnlyKnownFields()
export class LaunchRequest {
  @OptionalNotNull({
    type: 'array',
    maxItems: MAX_COMMANDS,
    items: { type: 'array', minItems: 1, maxItems: MAX_ARGUMENTS, items: { type: 'string' } },
    example: [EXAMPLE_COMMAND],
    description:
      'Programs with all their arguments. `{version}` stands for the version; a command without it has one of the ' +
      'images as an argument.',
  })
  @AsSent()
  @Satisfies('isList', isListOf(MAX_COMMANDS), listRule(MAX_COMMANDS))
  commands?: unknown[];

  @OptionalNotNull({
    type: 'array',
    maxItems: MAX_VARIABLES,
    items: { type: 'string' },
    example: ['ACME_REGION'],
    description:
      'Names of environment variables that configurations may set for it, besides those that it reads. Never one that ' +
      'changes which code runs.',
  })
  @AsSent()
  @Satisfies('isList', isListOf(MAX_VARIABLES), listRule(MAX_VARIABLES))
  variables?: unknown[];

  @OptionalNotNull(
    targetSchema(
      'url',
      EXAMPLE_URL,
      'Addresses at which the MCP runs. Without a version, they always serve the newest one.',
    ),
  )
  @AsSent()
  @Satisfies('isList', isListOf(MAX_TARGETS), listRule(MAX_TARGETS))
  urls?: unknown[];

  @OptionalNotNull(
    targetSchema(
      'image',
      EXAMPLE_IMAGE,
      'Images of the MCP with their digests. Without a version, they are of the one that is the newest now.',
    ),
  )
  @AsSent()
  @Satisfies('isList', isListOf(MAX_TARGETS), listRule(MAX_TARGETS))
  images?: unknown[];
}

/** An address of an MCP. */
class LaunchUrl {
  @ApiProperty({ example: EXAMPLE_URL })
  url: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
    description: 'Null if it always serves the newest version.',
  })
  version_id: string | null;
}

/** An image of an MCP. */
class LaunchImage {
  @ApiProperty({ example: EXAMPLE_IMAGE })
  image: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  version_id: string;
}

/** How an organization starts an MCP. */
export class LaunchView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [EXAMPLE_COMMAND],
  })
  commands: string[][];

  @ApiProperty({ type: [String], example: ['ACME_REGION'] })
  variables: string[];

  @ApiProperty({ type: [LaunchUrl] })
  urls: LaunchUrl[];

  @ApiProperty({ type: [LaunchImage] })
  images: LaunchImage[];
}
