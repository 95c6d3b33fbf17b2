import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type DocumentedOperation } from './operations.js';

/**
 * Documents 400 for every operation: a malformed request, such as one whose path or query cannot be decoded, is refused
 * before the operation. The response is that of another operation of the same API; one without any answers such requests
 * with another status, such as 422 in the GRC API.
 */
export function describeMalformedRequests(document: OpenAPIObject): void {
  const operations = operationsOf(document);
  for (const operation of operations) {
    const { responses } = operation.operation;
    if ('400' in responses) continue;
    const refused = operations.find((other) => isOfSameApi(other, operation))?.operation.responses['400'];
    if (refused !== undefined) responses['400'] = structuredClone(refused);
  }
}

/** Whether an operation documents 400, and has the same error bodies. */
const isOfSameApi = (candidate: DocumentedOperation, operation: DocumentedOperation): boolean =>
  '400' in candidate.operation.responses && errorsOf(candidate) === errorsOf(operation);

/** The schema of an operation's errors; every operation documents 500. */
const errorsOf = ({ operation }: DocumentedOperation): string =>
  JSON.stringify((operation.responses['500'] as { content?: object } | undefined)?.content);
