import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiProperty,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { errorResponses } from '../../common/openapi/error-responses.js';
import { GRC_API_VERSION } from './grc-answer.js';
import { GrcPageInfo } from './grc-query.dto.js';
import { grcErrorBody } from './grc.surface.js';

/** The body of every error of the GRC API. */
class GrcError {
  @ApiProperty({ example: 'invalid_parameters', description: 'Machine name of the error.' })
  error: string;

  @ApiProperty({ example: 'mcp_id must be a UUID' })
  message: string;
}

/** What every response of the GRC API says about itself. */
class GrcMeta {
  @ApiProperty({ format: 'date-time' })
  generated_at: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.org })
  organization_id: string;

  @ApiProperty({ example: GRC_API_VERSION })
  api_version: string;
}

const errors = errorResponses({
  type: GrcError,
  bodyOf: grcErrorBody,
  meanings: {
    403: 'The token lacks `grc:read`, or its organization is not on the Enterprise plan.',
    422: 'A parameter is malformed; the message names it.',
    429: 'The token or its organization has reached the limit of requests in the last minute.',
  },
  headers: {
    429: {
      'Retry-After': {
        description: 'Seconds until a request is accepted again.',
        schema: { type: 'integer' },
      },
    },
  },
});

const TEXT = { type: 'string' } as const;

/** The envelope of a response with data of a type, as a schema with a name. */
function envelopeOf(type: Type): Type {
  class Envelope {
    @ApiProperty({ type })
    data: object;

    @ApiProperty({ type: GrcMeta })
    meta: GrcMeta;
  }
  Object.defineProperty(Envelope, 'name', { value: `${type.name}Response` });
  return Envelope;
}

/** Documents the responses of an operation: data of a type, in a schema and in other formats. */
const responses = (type: Type, schema: Type, formats: readonly string[] = []): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(schema),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of a response that the client has.',
      schema: TEXT,
    }),
    ApiOkResponse({
      headers: {
        ETag: { description: 'Validator for If-None-Match.', schema: TEXT },
        ...(type.prototype instanceof GrcPageInfo && {
          Link: { description: 'The next page, with `rel="next"`.', schema: TEXT },
        }),
      },
      content: {
        'application/json': {
          schema: { $ref: getSchemaPath(schema) },
        },
        ...Object.fromEntries(
          formats.map((format) => [format, { schema: { type: 'string', format: 'binary' } }]),
        ),
      },
    }),
    ApiResponse({ status: 304, description: 'The client already has this response.' }),
    errors(401, 403, 422, 429),
  );

/** Documents the responses of an operation whose data is of a type, in the envelope of the GRC API. */
export const GrcResponses = (type: Type, ...formats: readonly string[]): MethodDecorator =>
  responses(type, envelopeOf(type), formats);

/** The same for a document in a format of its own, without the envelope. */
export const GrcDocumentResponses = (type: Type): MethodDecorator => responses(type, type);

/** Documents the responses of an operation that streams a file. */
export const GrcFileResponse = (contentType: string, description: string): MethodDecorator =>
  applyDecorators(
    ApiOkResponse({
      description,
      content: { [contentType]: { schema: { type: 'string', format: 'binary' } } },
    }),
    errors(401, 403, 422, 429),
  );
