import type { ApiSurface, OutgoingError } from '../../../common/http/api-surface.js';
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

/** Links on an error page. */
export interface ErrorPageLinks {
  /** Base URL of the links. */
  readonly publicUrl: string;
  readonly canSignIn: boolean;
}

/** HTML of an error page. */
export function errorPage(
  status: number,
  { message, details }: Pick<OutgoingError, 'message' | 'details'>,
  { publicUrl, canSignIn }: ErrorPageLinks,
): string {
  const title = TITLES[status] ?? 'Something went wrong';
  const { return_to: target } = details;
  const query = typeof target === 'string' ? `?return_to=${encodeURIComponent(target)}` : '';
  const content = markup`<h1>${title}</h1>
<p>${asSentence(message, details['field'])}</p>
${NOT_FOUND.has(status) || !canSignIn ? '' : markup`<a class="button" href="${publicUrl}/auth/login${query}">Sign in</a>`}
<a class="button secondary" href="${publicUrl}/">Go to the start page</a>`;
  return page(title, content);
}

// Keeps the case of a field's name at the start of a sentence.
const asSentence = (message: string, field: unknown): string =>
  typeof field === 'string' && message.startsWith(field)
    ? `${message}.`
    : `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** The surface of pages for browsers: errors are HTML. */
export const pagesSurface = (prefix: string, links: ErrorPageLinks): ApiSurface => ({
  ...hubSurface,
  name: 'pages',
  prefix,
  answer: (res, status, error) => sendPage(res, status, errorPage(status, error, links)),
});

/** The surface outside of the APIs: browsers get a page, other clients the JSON error of `json`. */
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
