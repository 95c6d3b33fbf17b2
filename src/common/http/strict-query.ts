import { parse, type ParsedUrlQuery } from 'node:querystring';

/**
 * Parses a query string; repeated parameters become lists. Node's own parser substitutes replacement characters for
 * malformed percent-encoding or UTF-8, so that the client would get a response to a different query.
 * @throws URIError, which is answered with 400
 */
export function strictQuery(query: string | null): ParsedUrlQuery {
  if (query === null) return {};
  decodeURIComponent(query);
  return parse(query);
}
