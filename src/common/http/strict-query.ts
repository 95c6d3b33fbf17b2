import { parse, type ParsedUrlQuery } from 'node:querystring';

/**
 * The parameters of a query, of which one that is repeated is a list. Node's own parser puts replacement characters where
 * the percent-encoding is broken or no UTF-8, and the client would get an answer to a question that it has not asked.
 * @throws URIError, which is answered with 400
 */
export function strictQuery(query: string | null): ParsedUrlQuery {
  if (query === null) return {};
  decodeURIComponent(query);
  return parse(query);
}
