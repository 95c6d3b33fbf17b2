import type { Request, Response } from 'express';
import { isKnownToClient } from '../../../common/http/conditional.js';
import type { EvidenceDownload } from './evidence.service.js';

/** Sends a document: whole, or 304; for HEAD, only the headers. */
export async function sendEvidence(req: Request, res: Response, download: EvidenceDownload): Promise<void> {
  const etag = `"${download.digest}"`;
  res.setHeader('ETag', etag);
  // The newest analysis has another document, and the MCP can become private.
  res.setHeader('Cache-Control', 'private, no-cache');
  res.vary('Authorization');
  if (isKnownToClient(req.headers['if-none-match'], etag)) {
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Type', download.contentType);
  const disposition = download.isPage === true ? 'inline' : 'attachment';
  res.setHeader('Content-Disposition', `${disposition}; filename="${download.fileName}"`);
  res.setHeader('Content-Length', download.size);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await download.send(res);
}
