import { recognise } from "./formats.js";
import { MAX_LINE, MAX_LINES } from "./limits.js";

/** Removes colours and other control characters. */
function tidy(line) {
  return line
    .replace(/\u001b\[[0-9;]{0,20}[A-Za-z]/g, "")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e]/g, "");
}

export function splitLines(text) {
  const lines = text.split("\n", MAX_LINES);
  return lines.map((line) => tidy(line.slice(0, MAX_LINE)).trimEnd()).filter((line) => line !== "");
}

export function parseLog(text) {
  return splitLines(text).map(recognise);
}
