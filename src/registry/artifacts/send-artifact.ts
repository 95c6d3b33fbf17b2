import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { isKnownToClient } from '../../common/http/conditional.js';
import type { ByteRange } from '../../storage/artifacts/artifact-store.js';
import { hexOf } from '../../common/values/sha256-digest.js';
import type { ArtifactDownload } from './download.service.js';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const YEAR_SECONDS = 31_536_000;

/** What the Range header asks for: one range, or undefined for the whole. @throws 416 */
function requestedRange(req: Request, etag: string, size: number): ByteRange | undefined {
  const condition = req.headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = req.range(size, { combine: true });
  // Malformed, or several parts: the whole is a correct answer to both (RFC 9110, 14.2).
  if (ranges === undefined || ranges === -2 || (typeof ranges === 'object' && ranges.type !== 'bytes'))
    return undefined;
  if (ranges === -1) {
    throw new ApiError(
      'range_not_satisfiable',
      `the artifact has ${size} bytes`,
      { size_bytes: size },
      {
        'Content-Range': `bytes */${size}`,
      },
    );
  }
  return ranges.length === 1 ? ranges[0] : undefined;
}

/** Writes a download as the answer: whole or a range, or 304; for HEAD, the headers alone. */
export async function sendArtifact(req: Request, res: Response, download: ArtifactDownload): Promise<void> {
  const { name, sizeBytes } = download;
  const etag = `"${name.digest}"`;
  const json = name.kind !== 'bundle';
  res.setHeader('ETag', etag);
  res.setHeader(
    'Cache-Control',
    download.open ? `public, max-age=${YEAR_SECONDS}, immutable` : 'private, no-cache',
  );
  res.vary('Authorization');
  if (isKnownToClient(req.headers['if-none-match'], etag)) {
    res.status(304).end();
    return;
  }
  const range = requestedRange(req, etag, sizeBytes);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('Content-Type', json ? JSON_TYPE : BINARY_TYPE);
  const extension = json ? 'json' : 'bundle';
  res.setHeader('Content-Disposition', `attachment; filename="${hexOf(name.digest)}.${extension}"`);
  if (range !== undefined) {
    res.status(206);
    res.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  }
  res.setHeader('Content-Length', range === undefined ? sizeBytes : range.end - range.start + 1);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipeline(await download.read(range), res);
}
