import type { ApiSurface, OutgoingError } from '../../common/http/api-surface.js';
import { hubSurface } from '../http/hub.surface.js';
import { markup } from './markup.js';
import { page, sendPage } from './page.js';

const TITLES: Readonly<Record<number, string>> = {
  400: 'That did not work',
  403: 'That is not allowed',
  404: 'Page not found',
  405: 'Method not allowed',
  408: 'That took too long',
  429: 'Too many attempts',
  503: 'Not available right now',
};

const NOT_FOUND = new Set([404, 405]);

/** What a page that explains an error offers to do next. */
export interface ErrorPageLinks {
  /** Where its links lead. */
  readonly publicUrl: string;
  readonly canSignIn: boolean;
}

/** A page that explains an error. */
export function errorPage(
  status: number,
  { message, details }: Pick<OutgoingError, 'message' | 'details'>,
  { publicUrl, canSignIn }: ErrorPageLinks,
): string {
  const title = TITLES[status] ?? 'Something went wrong';
  const content = markup`<h1>${title}</h1>
<p>${asSentence(message, details['field'])}</p>
${NOT_FOUND.has(status) || !canSignIn ? '' : markup`<a class="button" href="${publicUrl}/auth/login">Sign in</a>`}
<a class="button secondary" href="${publicUrl}/">Go to the start page</a>`;
  return page(title, content);
}

// The name of a field that a sentence begins with stays as it is sent.
const asSentence = (message: string, field: unknown): string =>
  typeof field === 'string' && message.startsWith(field)
    ? `${message}.`
    : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** What browsers are sent to, for people: errors are pages. */
export const pagesSurface = (prefix: string, links: ErrorPageLinks): ApiSurface => ({
  ...hubSurface,
  name: 'pages',
  prefix,
  answer: (res, status, error) => sendPage(res, status, errorPage(status, error, links)),
});

/** What is outside of the APIs: a browser gets a page, every other client the JSON error of `json`. */
export const otherPathsSurface = (json: ApiSurface, links: ErrorPageLinks): ApiSurface => ({
  ...json,
  name: 'other',
  prefix: '',
  answer: (res, status, error) => {
    res.vary('Accept');
    if (res.req.accepts(['json', 'html']) === 'html') {
      sendPage(res, status, errorPage(status, error, links));
    } else res.status(status).json(json.errorBody(error));
  },
});
