import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];

/** An operation of an OpenAPI document. */
export type OperationObject = NonNullable<Paths[string]['get']>;

/** An operation with its path and HTTP method. */
export interface DocumentedOperation {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: OperationObject;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Every operation of a document, in its order. */
export const operationsOf = (document: OpenAPIObject): DocumentedOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
