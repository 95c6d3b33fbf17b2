import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { ManagedSettingsResponse, WithListTag } from '../managed-settings/managed-settings.responses.js';
import { RegistryApiErrors, ServerList, ServerResponse } from './registry-api.dto.js';

const ETAG = { ETag: { description: 'Validator for If-None-Match.', schema: { type: 'string' } } } as const;

const Open = (): MethodDecorator =>
  Access({ kind: 'open', because: 'clients that enforce a list send no credentials' });

const Name = (): MethodDecorator =>
  ApiParam({
    name: 'serverName',
    description: 'With its slash as `%2F`, or as it is.',
    example: 'io.github.acme%2Ffiles',
  });

/** The tag of the read API of the official registry. */
export const OfficialApi = (): ClassDecorator => ApiTags('registry-api');

/** Documents a list of servers. */
export const ListsServers = (operationId: string): MethodDecorator =>
  applyDecorators(
    Open(),
    ApiOperation({
      operationId,
      summary: 'List servers',
      description: 'As the official registry does. Versions by name, the newest first.',
    }),
    ApiOkResponse({ type: ServerList, headers: ETAG }),
    WithListTag(),
    RegistryApiErrors(400, 404, 409, 429),
  );

/** Documents a list of versions. */
export const ListsVersions = (operationId: string): MethodDecorator =>
  applyDecorators(
    Open(),
    Name(),
    ApiOperation({
      operationId,
      summary: 'List the versions of a server',
      description: 'The newest first; at most 1000.',
    }),
    ApiOkResponse({ type: ServerList, headers: ETAG }),
    WithListTag(),
    RegistryApiErrors(400, 404, 409, 429),
  );

/** Documents a version. */
export const ShowsVersion = (operationId: string): MethodDecorator =>
  applyDecorators(
    Open(),
    Name(),
    ApiParam({ name: 'version', description: 'A version, or `latest`.', example: 'latest' }),
    ApiOperation({ operationId, summary: 'Get a version of a server' }),
    ApiOkResponse({ type: ServerResponse, headers: ETAG }),
    WithListTag(),
    RegistryApiErrors(400, 404, 409, 429),
  );

/** Documents managed settings of an allow list. */
export const ShowsSettings = (operationId: string, description: string): MethodDecorator =>
  applyDecorators(
    Open(),
    ApiOperation({ operationId, summary: 'Get managed settings for clients', description }),
    ManagedSettingsResponse(description),
    RegistryApiErrors(400, 404, 409, 429),
  );
