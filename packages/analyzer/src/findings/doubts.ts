import { CLIENT_SOURCES, Doubt, SanitizedFor, type Taint } from '../engine/values/taint.js';
import type { VulnerabilityClass } from './classes.js';
import { CONFIDENCES, type Confidence } from './finding.js';

/** What each doubt means to a reader of a finding, as a sentence. */
const SENTENCES: Readonly<Record<keyof typeof Doubt, string>> = {
  SOME_PATHS: 'A check is made on only some of the paths that lead here.',
  AFFIX: 'The start or the end is compared, which leaves the rest open.',
  DENY_LIST: 'Some texts are refused, which leaves all others.',
  PATTERN: 'A pattern is matched that does not limit the characters.',
  VALIDATOR: 'A validator of the project was not understood.',
  INTERNAL: 'Some kinds of internal addresses are refused, which leaves the others.',
  NOT_FOLLOWED: 'The value passes through a call that was not followed.',
  QUOTES: 'Quotes or escapes are written by hand.',
  WITHIN_TEXT: 'The value only continues a text of the server.',
  STORED: 'The value is stored first, and read again by the name of its column or file.',
};

const COMMANDS = SanitizedFor.SHELL | SanitizedFor.CODE | SanitizedFor.TEMPLATE;
const PATHS = SanitizedFor.PATH;
const QUERIES = SanitizedFor.SQL | SanitizedFor.QUERY;
const ADDRESSES = SanitizedFor.URL;

/** Uses of a value for which checks and conversions are made, by class: those made for another class prove nothing. */
const OTHER_USES: Partial<Readonly<Record<VulnerabilityClass, number>>> = {
  A: PATHS | QUERIES | ADDRESSES,
  B: COMMANDS | QUERIES | ADDRESSES,
  D: COMMANDS | PATHS | ADDRESSES,
  G: COMMANDS | PATHS | QUERIES,
};

const OTHER_USE = 'The value is checked or converted for another use than this one.';

const NAMES = Object.keys(Doubt) as (keyof typeof Doubt)[];

/** The reasons why a flow into a sink of a class is less certain than its source and sink are, as sentences. */
export function doubtsOf({ source, sanitizedFor }: Taint, sink: VulnerabilityClass): readonly string[] {
  const sentences = NAMES.filter((name) => (sanitizedFor & Doubt[name]) !== 0).map((name) => SENTENCES[name]);
  const isConverted = CLIENT_SOURCES.has(source.kind) && (sanitizedFor & (OTHER_USES[sink] ?? 0)) !== 0;
  return isConverted ? [...sentences, OTHER_USE] : sentences;
}

/** The confidence one level below another; `low` stays `low`. */
export const lowered = (confidence: Confidence): Confidence =>
  CONFIDENCES[Math.min(CONFIDENCES.indexOf(confidence) + 1, CONFIDENCES.length - 1)] ?? 'low';
