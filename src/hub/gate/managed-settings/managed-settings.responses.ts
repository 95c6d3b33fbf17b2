import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse } from '@nestjs/swagger';

const TEXT = { type: 'string' } as const;

const EXAMPLE = {
  allowedMcpServers: [
    { serverCommand: ['cmd', '/c', 'mcp-hub', 'run', 'npm:@acme/files@1.2.0'] },
    { serverCommand: ['cmd', '/c', 'npx', '-y', '@acme/files@1.2.0'] },
    { serverCommand: ['mcp-hub', 'run', 'npm:@acme/files@1.2.0'] },
    { serverCommand: ['npx', '-y', '@acme/files@1.2.0'] },
  ],
  deniedMcpServers: [],
};

const TOML_EXAMPLE = `[mcp_servers]

[mcp_servers.acme_files.identity.command]
executable = "mcp-hub"
args = [{ match = "exact", value = "run" }, { match = "exact", value = "acme/files@1.2.0" }]
`;

/** Documents a response with an ETag. */
export const WithListTag = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of a response that the client has.',
      schema: TEXT,
    }),
    ApiResponse({ status: 304, description: 'The client already has this response.' }),
  );

/**
 * Documents managed settings, in the formats of their clients.
 * @param otherTypes the media types of those that are not JSON
 */
export const ManagedSettingsResponse = (
  description: string,
  otherTypes: readonly string[] = [],
): MethodDecorator =>
  applyDecorators(
    WithListTag(),
    ApiOkResponse({
      description,
      headers: { ETag: { description: 'Validator for If-None-Match.', schema: TEXT } },
      content: {
        'application/json': { schema: { type: 'object', additionalProperties: true }, example: EXAMPLE },
        ...Object.fromEntries(otherTypes.map((type) => [type, { schema: TEXT, example: TOML_EXAMPLE }])),
      },
    }),
  );
