import type { Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { isKnownToClient } from '../../common/http/conditional.js';
import type { ByteRange } from '../../storage/artifacts/artifact-store.js';
import { hexOf } from '../../common/values/sha256-digest.js';
import type { ArtifactDownload } from './download.service.js';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const YEAR_SECONDS = 31_536_000;

// A single byte range. Other units, several ranges and malformed headers are ignored (RFC 9110, 14.2).
const ONE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/** Parses the Range header: one range, or undefined for the whole. @throws 416 */
function requestedRange(req: Request, etag: string, size: number): ByteRange | undefined {
  const condition = req.headers['if-range'];
  const match = ONE_RANGE.exec(req.headers.range ?? '');
  // Ranges are defined for GET only.
  if (match === null || req.method !== 'GET' || (condition !== undefined && condition !== etag))
    return undefined;
  const [, first, last, suffix] = match;
  const start = first === undefined ? Math.max(0, size - Number(suffix)) : Number(first);
  const end = last === undefined || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== undefined && last !== '' && Number(last) < start) return undefined;
  if (start < size && suffix !== '0') return { start, end };
  throw new ApiError(
    'range_not_satisfiable',
    `the artifact has ${size} bytes`,
    { size_bytes: size },
    {
      'Content-Range': `bytes */${size}`,
    },
  );
}

/** The URL is a bearer credential: it must not be cached, and expires soon. */
function redirect(res: Response, url: string): void {
  res.removeHeader('ETag');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Location', url);
  res.status(302).end();
}

/** Sends a download: whole, a range, or 304; for HEAD, only the headers. */
export async function sendArtifact(req: Request, res: Response, download: ArtifactDownload): Promise<void> {
  const { name, sizeBytes } = download;
  const etag = `"${name.digest}"`;
  const json = name.kind === 'manifest' || name.kind === 'evidence';
  const cacheControl = download.open ? `public, max-age=${YEAR_SECONDS}, immutable` : 'private, no-cache';
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', cacheControl);
  res.vary('Authorization');
  if (isKnownToClient(req.headers['if-none-match'], etag)) {
    res.status(304).end();
    return;
  }
  const contentType = json ? JSON_TYPE : BINARY_TYPE;
  const contentDisposition = `attachment; filename="${hexOf(name.digest)}.${json ? 'json' : name.kind}"`;
  if (download.redirect !== undefined) {
    const method = req.method === 'HEAD' ? 'HEAD' : 'GET';
    redirect(res, await download.redirect({ method, contentType, contentDisposition, cacheControl }));
    return;
  }
  const range = requestedRange(req, etag, sizeBytes);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Disposition', contentDisposition);
  if (range !== undefined) {
    res.status(206);
    res.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
  }
  res.setHeader('Content-Length', range === undefined ? sizeBytes : range.end - range.start + 1);
  if (req.method === 'HEAD') {
    await download.requireStored();
    res.end();
    return;
  }
  await download.send(res, range);
}
