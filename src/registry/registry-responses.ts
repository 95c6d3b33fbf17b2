import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { RegistryError } from './registry.dto.js';

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is malformed or a field is missing or wrong.',
  401: 'Authentication is missing or not valid.',
  403: 'The caller lacks the scope or no resource pattern matches.',
  404: 'There is no such thing for this caller.',
  409: 'It exists already, or is not in a state that allows the change.',
  413: 'The body is larger than the limit.',
  415: 'The body is not of the media type that the operation takes.',
  416: 'The range lies outside of the artifact.',
  501: 'The feature is not available in this configuration.',
};

// Any operation can meet these.
const ALWAYS: Readonly<Record<number, string>> = {
  408: 'The request took longer than the limit.',
  500: 'An internal error; the request id finds it in the log.',
  503: 'Temporarily unavailable; try again.',
};

/** Documents the errors of an operation: the given ones and those that any operation can meet. */
export const ApiErrors = (...statuses: readonly number[]): MethodDecorator =>
  applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({ status, description: MEANINGS[status] ?? '', type: RegistryError }),
    ),
    ...Object.entries(ALWAYS).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, type: RegistryError }),
    ),
  );
