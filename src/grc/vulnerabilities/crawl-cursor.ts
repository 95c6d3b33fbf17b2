import { decodeCursor, encodeCursor } from '../../common/pagination/cursor.js';
import { parseTimestamp } from '../../common/values/timestamp.js';
import { isUuid } from '../../common/values/uuid.js';
import type { CrawlPosition } from './vulnerabilities.read-model.js';

/** The next page of a crawl. */
export interface CrawlCursor extends Required<CrawlPosition> {
  /** Its number, from 1. */
  readonly page: number;
}

/** The text of a cursor. */
export const cursorText = ({ page, asOf, after }: CrawlCursor): string =>
  encodeCursor([String(page), asOf.toISOString(), after.firstDetectedAt.toISOString(), after.id]);

/** The cursor with this text; undefined if there is none. */
export function parseCursor(text: string): CrawlCursor | undefined {
  const [number = '', asOfText, detectedText, id] = decodeCursor(text, 4) ?? [];
  const [asOf, firstDetectedAt] = [parseTimestamp(asOfText), parseTimestamp(detectedText)];
  if (!/^\d{1,9}$/.test(number) || asOf === undefined || firstDetectedAt === undefined || !isUuid(id)) {
    return undefined;
  }
  return { page: Number(number), asOf, after: { firstDetectedAt, id } };
}
