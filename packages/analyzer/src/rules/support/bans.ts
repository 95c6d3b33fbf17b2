/** Words that forbid the verb behind them. */
const NOT = "(?:do not|don['’]t|never|must not|should not|shouldn['’]t|cannot|can['’]t|not)";
/** Verbs behind such a word that make no ban: "do not hesitate to …", "never fail to …". */
const IDLE =
  'forget|fail|hesitate|wait|delay|mind|worry|stop|pause|skip|omit|neglect|miss|refuse|decline|only|just';
/** What stands behind "without" and forbids nothing either. */
const AT_ONCE =
  'asking|waiting|hesitating|failing|delaying|stopping|pausing|fail|delay|exception|hesitation|questions?|doubt|pause';
/** An order that begins behind a ban, and ends it: "do not read that and always …". */
const ANEW =
  '\\b(?:always|you must|please|then|but|and (?:read|send|pass|include|copy|forward|upload|collect|post))\\b';

const FORBIDDEN = new RegExp(
  `\\b(?:${NOT}\\b(?!(?: ever)? (?:${IDLE})\\b)|without(?! (?:${AT_ONCE})\\b)(?: \\w+ing\\b| (?:(?:the|an?|any|your|its) )?\\S{0,20} ?$|$)|(?:avoid|redact\\w*|mask\\w*|remove|strip|exclud\\w+|instead of)\\b)(?=[^,;]{0,60}$)(?!.*${ANEW})`,
  'iu',
);

/** So far before a place a ban of it is looked for. */
const WINDOW = 100;

/** Whether what stands before a place forbids it: "never include …". */
export const isForbidden = (sentence: string, index: number): boolean =>
  FORBIDDEN.test(sentence.slice(Math.max(0, index - WINDOW), index));

const GOVERNS =
  /\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t|may not)(?:,? ever,?)?(?: under any circumstances?)?\s+$/iu;

/** Whether the verb that begins at a location is forbidden itself: "do not …", with nothing between. */
export const isBannedVerb = (sentence: string, index: number): boolean =>
  GOVERNS.test(sentence.slice(Math.max(0, index - WINDOW), index));
