import type { TextFile } from '../rule.js';

const VERSION = /(?:^|[\n{,])[ \t]*"?(?:openapi|swagger)"?[ \t]*:[ \t]*["']?[23]\.\d/u;

/** Whether a file of data describes an HTTP interface (OpenAPI): the credentials in it are examples. */
export const isApiDocument = ({ path, role, text }: TextFile): boolean =>
  role === 'data' && /\.(?:json|ya?ml)$/iu.test(path) && VERSION.test(text);
