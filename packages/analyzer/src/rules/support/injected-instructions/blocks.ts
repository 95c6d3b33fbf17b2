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
