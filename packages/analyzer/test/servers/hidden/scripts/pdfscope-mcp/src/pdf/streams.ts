import { inflateSync } from "node:zlib";
import { limits } from "../limits.js";
import type { PdfDocument, PdfObject } from "./document.js";
import { PdfError } from "./errors.js";

const UNSUPPORTED = ["/DCTDecode", "/JPXDecode", "/LZWDecode", "/CCITTFaxDecode", "/JBIG2Decode", "/ASCII85Decode"];

export function isContent({ head }: PdfObject): boolean {
  return !head.includes("/Subtype /Image") && !head.includes("/Subtype/Image") && !head.includes("/FontFile");
}

function decode({ head, stream }: PdfObject): Buffer | undefined {
  if (!stream || UNSUPPORTED.some((filter) => head.includes(filter))) return undefined;
  if (!head.includes("/FlateDecode")) return stream;
  try {
    return inflateSync(stream);
  } catch {
    return undefined;
  }
}

/** The decoded content streams of a document, one after the other. */
export function* contentStreams(document: PdfDocument): Generator<Buffer> {
  let total = 0;
  let count = 0;
  for (const object of document.objects) {
    if (!object.stream || !isContent(object)) continue;
    if (++count > limits.streams) return;
    const decoded = decode(object);
    if (!decoded) continue;
    total += decoded.length;
    if (total > limits.decoded) {
      throw new PdfError("The document is too large to be read.");
    }
    yield decoded;
  }
}
