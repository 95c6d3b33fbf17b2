import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse } from '@nestjs/swagger';

const TEXT = { type: 'string' } as const;

const EXAMPLE = {
  allowedMcpServers: [
    { serverCommand: ['cmd', '/c', 'npx', '-y', '@acme/files@1.2.0'] },
    { serverCommand: ['npx', '-y', '@acme/files@1.2.0'] },
  ],
  deniedMcpServers: [],
};

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

/** Documents managed settings, in the formats of their clients. */
export const ManagedSettingsResponse = (description: string): MethodDecorator =>
  applyDecorators(
    WithListTag(),
    ApiOkResponse({
      description,
      headers: { ETag: { description: 'Validator for If-None-Match.', schema: TEXT } },
      content: {
        'application/json': { schema: { type: 'object', additionalProperties: true }, example: EXAMPLE },
      },
    }),
  );
