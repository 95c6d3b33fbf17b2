/**
 * What a report's document may do, as a Content-Security-Policy: it shows itself. There are no scripts, no requests, no
 * frames and no forms; fonts and images are part of the document.
 */
export const DOCUMENT_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'font-src data:',
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');
