import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { markup } from '../hub/platform/pages/markup.js';
import { sendPage } from '../hub/platform/pages/page.js';
import { API_DOCUMENTS } from './openapi.js';

const PATH = '/docs';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** The files of Swagger UI that the page needs; the rest of its package is not served. */
const FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-32x32.png',
];

const STYLE =
  'html { box-sizing: border-box } *, *::before, *::after { box-sizing: inherit } body { margin: 0 }\n';

/** Both documents in one page. */
const SCRIPT = `const at = (name) => new URL(name, document.currentScript.src).href;
SwaggerUIBundle({
  urls: [
    { name: 'Registry, /v1', url: at('registry.json') },
    { name: 'Hub, /api/v1', url: at('v1.json') },
  ],
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** As strict as Swagger UI allows: scripts and requests to this server only, and no framing. */
const CONTENT_SECURITY_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  // Swagger UI uses inline styles.
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The page; `base` is the path of its files relative to the page. */
const pageAt = (base: string): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API documentation · mcp-hub</title>
<link rel="stylesheet" href="${base}/swagger-ui.css">
<link rel="stylesheet" href="${base}/page.css">
<link rel="icon" type="image/png" href="${base}/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}/swagger-ui-bundle.js"></script>
<script src="${base}/swagger-ui-standalone-preset.js"></script>
<script src="${base}/page.js"></script>
</body>
</html>
`.text;

/**
 * Serves the OpenAPI documents: as one page at `/docs`, as JSON at `/docs/registry.json` and `/docs/v1.json`, and as
 * YAML. @param server the path of the APIs
 */
export function serveApiDocuments(app: INestApplication, server: string): void {
  for (const name of ['registry', 'v1'] as const) {
    SwaggerModule.setup(PATH, app, () => API_DOCUMENTS[name](app, server), {
      ui: false,
      jsonDocumentUrl: `${PATH}/${name}.json`,
      yamlDocumentUrl: `${PATH}/${name}.yaml`,
    });
  }
  const http = app.getHttpAdapter();
  http.get(PATH, (req: Request, res: Response) => {
    sendPage(res, 200, pageAt(req.path.endsWith('/') ? '.' : `.${PATH}`), {
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    });
  });
  const send = (name: string, type: string, text: string): void => {
    http.get(`${PATH}/${name}`, (_req: Request, res: Response) => void res.type(type).send(text));
  };
  send('page.css', 'css', STYLE);
  send('page.js', 'js', SCRIPT);
  for (const file of FILES) {
    http.get(`${PATH}/${file}`, (_req: Request, res: Response) => {
      res.set('Cache-Control', 'public, max-age=3600');
      res.sendFile(file, { root: SWAGGER_UI, cacheControl: false });
    });
  }
}
