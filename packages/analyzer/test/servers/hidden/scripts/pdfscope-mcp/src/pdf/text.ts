import { limits } from "../limits.js";
import type { PdfDocument } from "./document.js";
import { contentStreams } from "./streams.js";

const ESCAPES: Record<string, string> = { n: "\n", r: "\n", t: "\t", b: "", f: "" };

/** Reads a literal string that starts behind the parenthesis at `from`. */
function literal(content: string, from: number): { value: string; end: number } {
  let value = "";
  let depth = 1;
  let at = from;
  while (at < content.length) {
    const char = content[at];
    if (char === "\\") {
      const next = content[at + 1] ?? "";
      if (next >= "0" && next <= "7") {
        const octal = /^[0-7]{1,3}/.exec(content.slice(at + 1, at + 4))![0];
        value += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
        at += 1 + octal.length;
      } else {
        value += ESCAPES[next] ?? next;
        at += 2;
      }
      continue;
    }
    if (char === "(") depth += 1;
    if (char === ")" && --depth === 0) return { value, end: at + 1 };
    value += char;
    at += 1;
  }
  return { value, end: at };
}

/** Collects the strings between BT and ET. */
function textOf(content: string, room: number): string {
  let text = "";
  let open = content.indexOf("(");
  let block = content.indexOf("BT");
  while (block >= 0 && text.length < room) {
    const close = content.indexOf("ET", block);
    const end = close < 0 ? content.length : close;
    let at = block;
    while (at < end && text.length < room) {
      if (open >= 0 && open < at) open = content.indexOf("(", at);
      if (open < 0 || open >= end) break;
      const { value, end: next } = literal(content, open + 1);
      text += value;
      at = next;
    }
    text += "\n";
    block = content.indexOf("BT", Math.max(end, at));
  }
  return text;
}

export function extractText(document: PdfDocument): string {
  let text = "";
  for (const stream of contentStreams(document)) {
    const content = stream.toString("latin1");
    if (!content.includes("BT")) continue;
    text += textOf(content, limits.text - text.length);
    if (text.length >= limits.text) break;
  }
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "").trim();
}
