import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Markup, markup } from './markup.js';
import { PAGE_STYLE } from './page-style.js';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** Allows only the page's own style and forms to this service, and forbids framing. */
const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${STYLE_HASH}'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const LOGO = markup`<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
  <path d="M12 2 21 7v10l-9 5-9-5V7z" stroke-linejoin="round" />
  <path d="m8 12 3 3 5-6" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

/** A complete page with the given content, which starts with an `h1`. */
export function page(title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · mcp-hub</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<main>
<div class="brand">${LOGO}<span>mcp-hub</span></div>
${content}
</main>
</body>
</html>
`.text;
}

/** Headers of all pages: no scripts, no external resources, no referrer to other sites, no caching. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  // Not `no-referrer`, with which browsers would send forms without their origin.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};

/** Sends a page; `headers` override the default ones. */
export function sendPage(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries({ ...PAGE_HEADERS, ...headers })) res.setHeader(name, value);
  res.statusCode = status;
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}
