/** Words that negate the verb after them. */
const NOT = "(?:do not|don['’]t|never|must not|should not|shouldn['’]t|cannot|can['’]t|not)";
/** Verbs after which a negation does not forbid anything: "do not hesitate to …", "never fail to …". */
const NOT_FORBIDDING =
  'forget|fail|hesitate|wait|delay|mind|worry|stop|pause|skip|omit|neglect|miss|refuse|decline|only|just';
/** Words after "without" that do not forbid anything either. */
const AT_ONCE =
  'asking|waiting|hesitating|failing|delaying|stopping|pausing|fail|delay|exception|hesitation|questions?|doubt|pause';
/** Start of a new instruction, which ends the scope of a negation: "do not read that and always …". */
const NEW_INSTRUCTION =
  '\\b(?:always|you must|please|then|but|and (?:read|send|pass|include|copy|forward|upload|collect|post))\\b';

const FORBIDDEN = new RegExp(
  `\\b(?:${NOT}\\b(?!(?: ever)? (?:${NOT_FORBIDDING})\\b)|without(?! (?:${AT_ONCE})\\b)(?: \\w+ing\\b| (?:(?:the|an?|any|your|its) )?\\S{0,20} ?$|$)|(?:avoid|redact\\w*|mask\\w*|remove|strip|exclud\\w+|instead of)\\b)(?=[^,;]{0,60}$)(?!.*${NEW_INSTRUCTION})`,
  'iu',
);

/** How many characters before an index a negation is looked for. */
const WINDOW = 100;

/** Whether the text before an index forbids what follows: "never include …". */
export const isForbidden = (sentence: string, index: number): boolean =>
  FORBIDDEN.test(sentence.slice(Math.max(0, index - WINDOW), index));

const GOVERNS =
  /\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t|may not)(?:,? ever,?)?(?: under any circumstances?)?\s+$/iu;

/** Whether the verb at an index is itself negated: "do not …", with nothing in between. */
export const isBannedVerb = (sentence: string, index: number): boolean =>
  GOVERNS.test(sentence.slice(Math.max(0, index - WINDOW), index));
