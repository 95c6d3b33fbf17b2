import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { EXAMPLE_ERRORS, type ExampleError } from './example-errors.js';

/** Errors that mean the same in every API. */
const MEANINGS = {
  400: 'The request is malformed or a field is missing or wrong; the message names it.',
  401: 'Authentication is missing or invalid.',
  404: 'It does not exist, or not for this caller.',
  409: 'It already exists, or its state does not allow the change.',
  413: 'The body is larger than the limit.',
} as const;

/** Errors that every operation can return. */
const ALWAYS = {
  408: 'The request took longer than the limit.',
  500: 'An internal error; the log has it under the request id.',
  503: 'Temporarily unavailable; try again.',
} as const;

/** The errors of one API in its OpenAPI document. */
interface ErrorFormat<Meanings> {
  /** The schema of the body. */
  readonly type: Type;
  /** An example of the body. */
  readonly bodyOf: (error: ExampleError) => object;
  /** What the other statuses mean in this API. */
  readonly meanings: Meanings;
  readonly headers?: Readonly<Record<number, ApiHeaders>>;
}

type ApiHeaders = Readonly<Record<string, { description: string; schema: { type: string } }>>;

/**
 * Creates the decorator that documents the errors of an operation in one API: the given statuses, and those that every
 * operation can return.
 */
export function errorResponses<const Meanings extends Readonly<Record<number, string>>>({
  type,
  bodyOf,
  meanings,
  headers = {},
}: ErrorFormat<Meanings>): (...statuses: (keyof typeof MEANINGS | keyof Meanings)[]) => MethodDecorator {
  const known: Readonly<Record<number, string>> = { ...MEANINGS, ...meanings, ...ALWAYS };
  const response = (status: number): MethodDecorator => {
    const error = EXAMPLE_ERRORS[status];
    return ApiResponse({
      status,
      description: known[status] ?? '',
      ...(headers[status] !== undefined && { headers: headers[status] }),
      content: {
        'application/json': { schema: { $ref: getSchemaPath(type) }, example: error && bodyOf(error) },
      },
    });
  };
  return (...statuses) =>
    applyDecorators(
      ApiExtraModels(type),
      ...[...statuses, ...Object.keys(ALWAYS)].map((status) => response(Number(status))),
    );
}
