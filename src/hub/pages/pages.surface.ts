import type { ApiSurface } from '../../common/http/api-surface.js';
import { hubSurface } from '../hub.surface.js';
import { markup } from './markup.js';
import { page, sendPage } from './page.js';

const TITLES: Readonly<Record<number, string>> = {
  400: 'That did not work',
  403: 'You cannot sign in',
  404: 'There is nothing here',
  405: 'There is nothing here',
  408: 'That took too long',
  429: 'Too many attempts',
  503: 'Not available right now',
};

/** The page that tells of an error. @param publicUrl where its link leads */
export function errorPage(status: number, message: string, publicUrl: string): string {
  const title = TITLES[status] ?? 'Something went wrong';
  const content = markup`<h1>${title}</h1>
<p>${message.charAt(0).toUpperCase()}${message.slice(1)}.</p>
<a class="button" href="${publicUrl}/auth/login">Sign in</a>`;
  return page(title, content);
}

/** What browsers are sent to, for people: errors are pages. */
export const pagesSurface = (prefix: string, publicUrl: string): ApiSurface => ({
  ...hubSurface,
  name: 'pages',
  prefix,
  answer: (res, status, { message }) => sendPage(res, status, errorPage(status, message, publicUrl)),
});
