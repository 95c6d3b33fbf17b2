import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Writes the objects that handlers return. Express would take the content type apart and put it together again for each,
 * and look for an entity tag, which `configure-app.ts` has switched off; that is more work than to write the JSON.
 */
export class JsonAdapter extends ExpressAdapter {
  override reply(res: Response, body: unknown, status = res.statusCode): unknown {
    if (!isPlainObject(body)) return super.reply(res, body, status);
    const text = JSON.stringify(body);
    res.statusCode = status;
    res.setHeader('Content-Type', JSON_TYPE);
    res.setHeader('Content-Length', Buffer.byteLength(text));
    return res.end(text);
  }
}
