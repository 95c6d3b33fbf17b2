import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiProduces, ApiResponse } from '@nestjs/swagger';
import { ApiErrors } from '../registry-responses.js';

const TEXT = { type: 'string' } as const;
const HEADERS = {
  ETag: { description: 'The digest, in quotes.', schema: TEXT },
  'Content-Length': { description: 'Bytes of this answer.', schema: { type: 'integer' } },
} as const;
const CONTENT = { schema: { type: 'string', format: 'binary' } } as const;

/** Documents the answers of an artifact download. */
export const ApiDownload = (mediaType: string): MethodDecorator =>
  applyDecorators(
    ApiProduces(mediaType),
    ApiHeader({ name: 'Range', required: false, description: 'One range of bytes.', schema: TEXT }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'An ETag that is known.',
      schema: TEXT,
    }),
    ApiResponse({
      status: 200,
      description: 'The bytes.',
      headers: HEADERS,
      content: { [mediaType]: CONTENT },
    }),
    ApiResponse({
      status: 206,
      description: 'A range of them.',
      headers: HEADERS,
      content: { [mediaType]: CONTENT },
    }),
    ApiResponse({
      status: 302,
      description: 'Where to get them, with object storage.',
      headers: { Location: { description: 'Presigned URL.', schema: TEXT } },
    }),
    ApiResponse({ status: 304, description: 'The client has them.' }),
    ApiErrors(400, 401, 403, 404, 416),
  );
