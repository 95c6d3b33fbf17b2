import type { Request, Response } from 'express';
import { isKnownToClient } from '../../common/http/conditional.js';
import { sha256Of } from '../../common/values/sha256-digest.js';
import { currentDate } from '../../common/values/clock.js';

/** The version of the GRC API in every response (hub contract 33). */
export const GRC_API_VERSION = '2026-01-15';

/** A request with its response. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** Fields that say when a response was made: they differ between two responses with the same content. */
const TIMES_OF_RESPONSE = new Set(['generated_at', 'evaluated_at', 'next_cursor', 'signed_at', 'envelope']);

/** What every response says about itself. */
export const metaOf = (organizationId: string, now: Date) => ({
  generated_at: now.toISOString(),
  organization_id: organizationId,
  api_version: GRC_API_VERSION,
});

/** Sends data in the envelope of the GRC API, or 304 if the client has the same data. */
export function sendGrcData(
  { req, res }: Exchange,
  organizationId: string,
  data: object,
  now: Date = currentDate(),
): void {
  const lasting = Object.fromEntries(Object.entries(data).filter(([name]) => !TIMES_OF_RESPONSE.has(name)));
  if (isList(data) && data.has_more) res.setHeader('Link', `<${nextPage(req, data)}>; rel="next"`);
  if (isAnswered({ req, res }, etagOf(organizationId, lasting))) return;
  res.json({ data, meta: metaOf(organizationId, now) });
}

interface ListData {
  readonly page: number;
  readonly has_more: boolean;
  readonly next_cursor?: string | null;
}

const isList = (data: object): data is ListData => 'has_more' in data;

/** The path of the next page, by cursor if this one was asked for by cursor. */
function nextPage(req: Request, { page, next_cursor: cursor }: ListData): string {
  const { pathname, searchParams } = new URL(req.originalUrl, 'http://localhost');
  if (searchParams.has('cursor')) searchParams.set('cursor', cursor ?? '');
  else searchParams.set('page', String(page + 1));
  return `${pathname}?${searchParams}`;
}

/** The validator of a response of an organization: equal for equal content. */
export const etagOf = (organizationId: string, content: unknown): string =>
  `"${sha256Of(JSON.stringify([GRC_API_VERSION, organizationId, content]))}"`;

/**
 * Sets the headers of a response with this validator, and answers 304 if the client has it.
 * @returns whether the response is complete
 */
export function isAnswered({ req, res }: Exchange, etag: string): boolean {
  // Weak: the time of the response, which is in it, is not covered.
  res.setHeader('ETag', `W/${etag}`);
  res.setHeader('Cache-Control', 'private, no-store');
  res.vary('Authorization');
  if (!isKnownToClient(req.headers['if-none-match'], etag)) return false;
  res.status(304).end();
  return true;
}
