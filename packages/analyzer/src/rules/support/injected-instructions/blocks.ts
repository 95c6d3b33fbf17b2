import { Buffer } from 'node:buffer';
import type { Signal } from './signals.js';

/** Tags that are addressed to models only. */
const HIDDEN_TAG =
  /<(secret|hidden|system|internal|admin|instructions?_hidden|private|sys|assistant|invisible)\b[^<>]{0,40}>/giu;
const LOUD_TAGS = /<(important|critical|urgent|mandatory|warning|attention|priority|s)\b[^<>]{0,40}>/iu;
const CHAT_MARKUP =
  /<\|(?:im_start|im_end|system|endoftext|start_header_id)\|>|<<\/?SYS>>|\[\/?INST\]|<\/?(?:system-reminder|system_prompt|antml:[a-z_]+)>/iu;
const STYLED =
  /<[a-z]{1,20}\b[^<>]{0,80}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0|color\s*:\s*(?:white|#fff(?:fff)?|transparent))/iu;
/** Markdown comments, which are not rendered: `[//]: # (…)`. */
const MARKDOWN = /^\s{0,80}\[(?:\/\/|comment|_)\]:\s{0,80}(?:#|<>)\s{0,80}["'(](.{12,})["')]\s{0,80}$/imu;

/** More whitespace than any table or indentation has, followed by text. */
const FAR_RIGHT = /\S[ \t\u00a0\u1680\u2000-\u200a\u2800\u3000]{80,}(?=([^\s\u2800].{0,60}))/gu;
const FAR_DOWN = /\S(?:[ \t\u00a0]*\r?\n){16,}[ \t]*(?=(\S.{0,60}))/gu;

const words = (text: string): string => text.trim().slice(0, 60);

/** Whether a text is a sentence; a name or number in tags is an example of their use. */
const isSentence = (text: string): boolean => text.trim().split(/\s+/u, 4).length > 3;

/** A non-trivial block between hidden tags of one name. */
function hiddenTag(text: string): string | undefined {
  const lower = text.toLowerCase();
  const open = new Set<string>();
  for (const { 0: tag, 1: name = '', index } of text.matchAll(HIDDEN_TAG)) {
    const kind = name.toLowerCase();
    if (open.has(kind)) continue;
    const start = index + tag.length;
    const end = lower.indexOf(`</${kind}`, start);
    // A tag that is unclosed here is unclosed further on, too.
    if (end < 0) open.add(kind);
    else if (isSentence(text.slice(start, Math.min(end, start + 1000)))) return text.slice(index, end);
  }
  return undefined;
}

/** A non-trivial comment; an unclosed one extends to the end. */
function comment(text: string): string | undefined {
  for (let at = text.indexOf('<!--'); at >= 0;) {
    const end = text.indexOf('-->', at + 4);
    const inner = text.slice(at + 4, end < 0 ? undefined : end);
    if (isSentence(inner)) return text.slice(at, at + 80);
    at = end < 0 ? -1 : text.indexOf('<!--', end);
  }
  return undefined;
}

/** Text so far from the rest that readers do not see it. */
function farAway(text: string): string | undefined {
  for (const pattern of [FAR_RIGHT, FAR_DOWN])
    for (const [, far = ''] of text.matchAll(pattern)) if (/\p{L}{3}/u.test(far)) return far;
  return undefined;
}

/** Blocks of a text that readers do not see, or that imitate system messages. */
export function* blocksIn(text: string): Generator<Signal> {
  if (text.includes('<') || text.includes('[')) {
    const tag = hiddenTag(text) ?? CHAT_MARKUP.exec(text)?.[0];
    if (tag !== undefined) yield { kind: 'hidden block', weight: 1, words: words(tag) };
    const loud = LOUD_TAGS.exec(text);
    if (loud) yield { kind: 'hidden block', weight: 0.5, words: words(loud[0]) };
    const unseen = comment(text) ?? STYLED.exec(text)?.[0] ?? MARKDOWN.exec(text)?.[0];
    if (unseen !== undefined) yield { kind: 'out of sight', weight: 1, words: words(unseen) };
  }
  const far = farAway(text);
  if (far !== undefined) yield { kind: 'out of sight', weight: 1, words: words(far) };
}

const ENCODED =
  /[A-Za-z0-9+/_-]{24,}={0,2}|(?:\\x[0-9a-fA-F]{2}){12,}|(?:\\u00[0-9a-fA-F]{2}){12,}|(?:%[0-9a-fA-F]{2}){12,}|(?:&#(?:x[0-9a-fA-F]{1,5}|\d{1,6});){8,}/gu;
const HEX = /^(?:[0-9a-fA-F]{2}){16,}$/u;
const MAX_ENCODED = 500;

const fromCodes = (codes: readonly number[]): string =>
  codes.map((code) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')).join('');

function decoded(blob: string): string {
  if (blob.startsWith('&#'))
    return fromCodes(
      (blob.match(/x?[0-9a-fA-F]+/gu) ?? []).map((code) =>
        code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 10),
      ),
    );
  if (blob.startsWith('%') || blob.startsWith('\\'))
    return Buffer.from(blob.replaceAll(/\\u00|\\x|%/gu, ''), 'hex').toString('utf8');
  return Buffer.from(blob, HEX.test(blob) ? 'hex' : 'base64').toString('utf8');
}

/** Whether a text is prose rather than data: words separated by spaces, all characters printable. */
export function isProse(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- Control characters show that it is data.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/u.test(text)) return false;
  const found = text.match(/(?<![^\s])\p{L}{2,}(?=[\s.,;:!?]|$)/gu);
  return found !== null && found.length >= 3 && found.join('').length * 2 > text.length;
}

/** The encoded parts of a text that decode to prose. */
export function* decodedIn(text: string): Generator<{ readonly blob: string; readonly text: string }> {
  let count = 0;
  for (const [blob] of text.matchAll(ENCODED)) {
    if ((count += 1) > MAX_ENCODED) return;
    const plain = decoded(blob);
    if (isProse(plain)) yield { blob, text: plain };
  }
}
