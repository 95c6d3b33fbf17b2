import { Buffer } from 'node:buffer';
import type { Signal } from './signals.js';

/** Tags that nobody but a model reads. */
const HIDDEN_TAGS =
  /<(secret|hidden|system|internal|admin|instructions?_hidden|private|sys|assistant|invisible)\b[^<>]{0,40}>[^]{0,4000}?<\/\1\s*>/iu;
const LOUD_TAGS = /<(important|critical|urgent|mandatory|warning|attention|priority|s)\b[^<>]{0,40}>/iu;
const TURNS =
  /<\|(?:im_start|im_end|system|endoftext|start_header_id)\|>|<<\/?SYS>>|\[\/?INST\]|<\/?(?:system-reminder|system_prompt|antml:[a-z_]+)>/iu;
const COMMENT = /<!--([^]{0,4000}?)-->/u;
const STYLED =
  /<[a-z]+[^<>]{0,80}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0|color\s*:\s*(?:white|#fff(?:fff)?|transparent))/iu;
/** Link texts and references that no reader shows: `[//]: # (…)`, `[](data)`, alt texts of images of no size. */
const MARKDOWN = /^\s*\[(?:\/\/|comment|_)\]:\s*(?:#|<>)\s*["'(](.{12,})["')]\s*$/imu;

/** More blanks than any table or indentation has, with text behind them. */
const FAR_RIGHT = /\S[ \t\u00a0\u3000]{80,}(\S.{0,60})/u;
const FAR_DOWN = /\S(?:[ \t\u00a0]*\r?\n){16,}[ \t]*(\S.{0,60})/u;

const words = (text: string): string => text.trim().slice(0, 60);

/** Blocks of a text that its readers do not get to see, or that speak as if they were its system's. */
export function* blocksIn(text: string): Generator<Signal> {
  if (text.includes('<') || text.includes('[')) {
    const tag = HIDDEN_TAGS.exec(text) ?? TURNS.exec(text);
    if (tag) yield { kind: 'hidden block', weight: 1, words: words(tag[0]) };
    const loud = LOUD_TAGS.exec(text);
    if (loud) yield { kind: 'hidden block', weight: 0.5, words: words(loud[0]) };
    const comment = COMMENT.exec(text);
    if (comment?.[1] && comment[1].trim().split(/\s+/u).length > 3)
      yield { kind: 'out of sight', weight: 1, words: words(comment[0]) };
    const styled = STYLED.exec(text);
    if (styled) yield { kind: 'out of sight', weight: 1, words: words(styled[0]) };
    const reference = MARKDOWN.exec(text);
    if (reference) yield { kind: 'out of sight', weight: 1, words: words(reference[0]) };
  }
  const far = FAR_RIGHT.exec(text) ?? FAR_DOWN.exec(text);
  if (far?.[1] !== undefined && /\p{L}{3}/u.test(far[1]))
    yield { kind: 'out of sight', weight: 1, words: words(far[1]) };
}

const ENCODED = /[A-Za-z0-9+/_-]{24,}={0,2}|(?:\\x[0-9a-fA-F]{2}){12,}/gu;
const HEX = /^(?:[0-9a-fA-F]{2}){16,}$/u;
const MAX_ENCODED = 20;

function decoded(blob: string): string {
  if (blob.startsWith('\\x')) return Buffer.from(blob.replaceAll('\\x', ''), 'hex').toString('utf8');
  return Buffer.from(blob, HEX.test(blob) ? 'hex' : 'base64').toString('utf8');
}

/** Whether a text reads like sentences, not like data: words between blanks, and nothing that cannot be printed. */
export function isProse(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- Control characters show that it is data.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/u.test(text)) return false;
  const found = text.match(/(?<![^\s])\p{L}{2,}(?=[\s.,;:!?]|$)/gu);
  return found !== null && found.length >= 3 && found.join('').length * 2 > text.length;
}

/** What encoded parts of a text say, where that is prose. */
export function* decodedIn(text: string): Generator<{ readonly blob: string; readonly text: string }> {
  let count = 0;
  for (const [blob] of text.matchAll(ENCODED)) {
    if ((count += 1) > MAX_ENCODED) return;
    const said = decoded(blob);
    if (isProse(said)) yield { blob, text: said };
  }
}
