import { limits } from "../limits.js";
import { PdfError } from "./errors.js";

export interface PdfObject {
  id: number;
  /** The dictionary and everything else before the stream. */
  head: string;
  stream?: Buffer;
}

export interface PdfDocument {
  version: string;
  objects: PdfObject[];
  encrypted: boolean;
}

export function decodeDocument(encoded: string): Buffer {
  const data = Buffer.from(encoded, "base64");
  if (data.length < 32 || data.toString("latin1", 0, 5) !== "%PDF-") {
    throw new PdfError("That is not a PDF document.");
  }
  return data;
}

/** Splits a document into its objects, without using the cross reference table. */
export function parseDocument(data: Buffer): PdfDocument {
  const objects: PdfObject[] = [];
  let position = 0;
  while (objects.length < limits.objects) {
    const start = data.indexOf(" obj", position, "latin1");
    if (start < 0) break;
    const end = data.indexOf("endobj", start, "latin1");
    if (end < 0) break;
    const object = parseObject(data, start, end);
    if (object) objects.push(object);
    position = end + 6;
  }
  if (objects.length === 0) throw new PdfError("The document has no objects.");

  const trailer = data.toString("latin1", Math.max(0, data.length - 2048));
  return {
    version: data.toString("latin1", 5, 8),
    objects,
    encrypted: trailer.includes("/Encrypt"),
  };
}

function parseObject(data: Buffer, start: number, end: number): PdfObject | undefined {
  const before = data.toString("latin1", Math.max(0, start - 16), start);
  const number = /(\d{1,8}) \d{1,5}$/.exec(before);
  if (!number) return undefined;
  const id = Number(number[1]);
  const body = data.subarray(start + 4, end);
  const marker = body.indexOf("stream", 0, "latin1");
  const head = body.toString("latin1", 0, Math.min(marker < 0 ? body.length : marker, 64_000));
  if (marker < 0) return { id, head };

  let from = marker + 6;
  if (body[from] === 0x0d) from += 1;
  if (body[from] === 0x0a) from += 1;
  const rest = body.subarray(from);
  const close = rest.lastIndexOf("endstream", undefined, "latin1");
  return { id, head, stream: close < 0 ? rest : rest.subarray(0, close) };
}
