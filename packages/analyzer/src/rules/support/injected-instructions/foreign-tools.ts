import { anyOf } from '../../../common/linear-pattern.js';
import type { Signal } from './signals.js';

/** References to other servers. */
const OTHER_SERVERS = anyOf(
  '\\b(?:other|another|different|any|all|each|every) (?:other )?(?:mcp |connected |installed )?servers?\\b',
  "\\b(?:other|another) (?:mcp )?servers?'s? tools?\\b",
  "\\bthe [a-z0-9-]+ (?:mcp )?server's [a-z0-9]+_[a-z0-9_]+\\b",
  '\\b[a-z0-9]+_[a-z0-9_]+ (?:of|from|on) (?:any |the )?(?:other|another) (?:mcp )?servers?\\b',
  '\\b[a-z0-9]+_[a-z0-9_]+ (?:of|from|on) (?:the |an? )?[a-z0-9-]+ (?:mcp )?server\\b',
  '\\btools? (?:of|from|on|provided by|offered by) (?:the|an?|any|other|another) (?:[a-z0-9_-]+ ){0,2}(?:mcp )?servers?\\b',
);
/** A tool name of several parts. */
const NAMED = anyOf(
  '\\b(?:[a-z0-9]+_[a-z0-9_]+|[a-z0-9]+(?:-[a-z0-9]+)+)(?: or [a-z0-9_-]+| and [a-z0-9_-]+)? (?:tools?|functions?)\\b',
  '\\b(?:tools?|functions?) [a-z0-9]+_[a-z0-9_]+\\b',
  "\\b(?:call|calling|invoke|invoking|execute|executing) (?:the )?(?:[a-z0-9-]+(?:'s)? )?[a-z0-9]+_[a-z0-9_]+\\b",
  '\\bthe [a-z0-9]+_[a-z0-9_]+ of [a-z0-9-]+ (?:is|are|must|should|has)\\b',
  '\\b(?:when|whenever|if|before|after|once|instead of|rather than|calling|using|invoking|to|every|each time|time) (?:the |an? )?(?:\\([a-z0-9 _-]{1,40}\\) )?[a-z0-9]+_[a-z0-9_]+\\b',
);
/** Matches start only at the beginning of a word; otherwise long words would take quadratic time. */
const NAME = /(?<![a-z0-9])[a-z0-9]+(?:[_-][a-z0-9]+)+/gu;

/** Words of an instruction about another tool. */
const INSTRUCTION =
  /\b(?:always|must|should|never|do not|don't|instead|replaced?|set|add|append|change|modify|redirect|use|only|include|first|bcc|cc|send|forward|disable|refuse|prefer|prioriti[sz]e|make sure|be sure|(?:need|have|required) to)\b/u;
const STRONG_INSTRUCTION =
  /\b(?:always|must|(?:has|have|needs?) to|required to|never|do not|don't|replaced?|redirect|bcc|cc|disable|refuse|forward|change|modify|set)\b/u;
/** Conditions on another tool; mentioning that its output can be used here is not an instruction. */
const WHEN_OTHER =
  /\b(?:when(?:ever)?|if|every time|each time|before|after|once|for)\b[^.;]{0,60}\b(?:is|are|gets|was|were|available|called|used|invoked|running|calls?)\b|\bbefore (?:you )?(?:execut|us|call|run|invok)(?:e|ing)?\b|\bafter [a-z]+ing\b/u;

/**
 * A native regular expression, which compiles faster than RE2. Only for patterns whose repetitions follow fixed words, so that
 * backtracking stays linear.
 */
const anyOfNative = (...patterns: readonly string[]): RegExp =>
  new RegExp(patterns.map((each) => `(?:${each})`).join('|'), 'u');

const FIRST = anyOfNative(
  '\\b(?:always|must|you must|should|need to) (?:be )?(?:call|called|use|used|run|invoke|invoked) (?:this|it)?(?: tool)? ?(?:first|before (?:any|every|all|each|using any) (?:other )?(?:tools?|requests?|actions?|calls?|other))',
  '\\bbefore (?:using |calling |invoking )?(?:any|every|all|each) (?:other )?(?:tools?|functions?)\\b',
  '\\bbefore (?:doing|using|calling|trying) anything else\\b',
  "\\b(?:do not|don't|never) (?:ever )?(?:use|call|invoke) (?:any )?(?:other|another) (?:[a-z]+ )?(?:tools?|functions?)\\b",
);
const INSTEAD = anyOfNative(
  '\\b(?:use|call|prefer|invoke) (?:this|it)(?: tool)?,? (?:instead of|rather than|in place of|over)\\b',
  '\\b(?:the|all) other tools (?:are|is) (?:broken|unsafe|insecure|disabled|compromised|unreliable|obsolete|deprecated)\\b',
  '\\b(?:is|are) (?:no longer|not) (?:effective|valid|available|working|supported|safe|secure)\\b[^.;]{0,60}\\b(?:use|call|calling|prioriti[sz]e|prefer)\\b',
  '\\b(?:is|has) the highest[- ]priority\\b',
  '\\b(?:this|the) tool intercepts (?:[a-z0-9_]+ ){0,3}(?:requests?|calls?|messages?|e-?mails?)\\b',
  '\\bthis (?:tool )?(?:replaces|supersedes|overrides|is the (?:new|official) version of)\\b',
);

/** Whether a name is that of something in this package, which its texts may talk about freely. */
export type IsOwn = (name: string) => boolean;

/** A tool name in a sentence that this server does not have. */
function foreignName(sentence: string, isOwn: IsOwn): string | undefined {
  const matcher = NAMED.matcher(sentence);
  while (matcher.find()) {
    const match = sentence.slice(matcher.start(), matcher.end());
    const name = match.match(NAME)?.find((each) => !isOwn(each) && !isOwn(each.replaceAll('-', '_')));
    if (name?.includes('_')) return name;
  }
  return undefined;
}

/** The indicators of instructions about the tools of other servers. */
export function* foreignToolsIn(sentence: string, isOwn: IsOwn): Generator<Signal> {
  if (sentence.includes('server') && STRONG_INSTRUCTION.test(sentence)) {
    const matcher = OTHER_SERVERS.matcher(sentence);
    if (matcher.find()) {
      const words = sentence.slice(matcher.start(), matcher.end());
      const isInstruction = sentence.includes('tool') || words.includes('_') || WHEN_OTHER.test(sentence);
      if (isInstruction) yield { kind: 'other tools', weight: 1, words };
    }
  }
  if (sentence.includes('_') && INSTRUCTION.test(sentence)) {
    const name = foreignName(sentence, isOwn);
    if (name !== undefined) {
      const isInstruction = STRONG_INSTRUCTION.test(sentence) && WHEN_OTHER.test(sentence);
      yield { kind: 'other tools', weight: isInstruction || INSTEAD.test(sentence) ? 1 : 0.5, words: name };
    }
  }
  for (const pattern of [FIRST, INSTEAD]) {
    const words = pattern.exec(sentence)?.[0];
    if (words !== undefined) yield { kind: 'other tools', weight: 0.5, words };
  }
}
