import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { RegistryErrors } from '../registry-responses.js';

interface ApiContent {
  readonly schema: { type: 'string'; format: 'binary'; example?: string };
}

const EXAMPLE_JSON = JSON.stringify({ schema_version: 1, package: { id: 'acme/files', version: '1.2.3' } });

const TEXT = { type: 'string' } as const;
const HEADERS = {
  ETag: { description: 'The digest, in quotes.', schema: TEXT },
  'Content-Length': { description: 'Bytes of this response.', schema: { type: 'integer' } },
} as const;
/** Bytes; those of JSON as a text, whose digest is the one that counts. */
export const bytesOf = (mediaType: string): ApiContent => ({
  schema: {
    type: 'string',
    format: 'binary',
    ...(mediaType === 'application/json' && { example: EXAMPLE_JSON }),
  },
});

/** Documents the responses of an artifact download. */
export const ApiDownload = (mediaType: string): MethodDecorator =>
  applyDecorators(
    ApiHeader({ name: 'Range', required: false, description: 'One range of bytes.', schema: TEXT }),
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of a response that the client has.',
      schema: TEXT,
    }),
    ApiResponse({
      status: 200,
      description: 'The bytes.',
      headers: HEADERS,
      content: { [mediaType]: bytesOf(mediaType) },
    }),
    ApiResponse({
      status: 206,
      description: 'A range of the bytes.',
      headers: HEADERS,
      content: { [mediaType]: bytesOf(mediaType) },
    }),
    ApiResponse({
      status: 302,
      description: 'Location of the bytes, with object storage.',
      headers: { Location: { description: 'Presigned URL.', schema: TEXT } },
    }),
    ApiResponse({ status: 304, description: 'The client already has the bytes.' }),
    RegistryErrors(400, 401, 403, 404, 416),
  );
