/** Verbs that take something away, and those that put it where a model writes. */
const SEND = '(?:send|pass|forward|upload|post|submit|share)';
const HAND = '(?:send|pass|forward|upload|post|submit|share|include|attach|append|put|paste)';
const CALL = '(?:call|use|invoke|run)';
/** Where a verb gives an order, and does not tell what happens: at a beginning, or behind a word that leads to one. */
const ORDERED = String.raw`(?<=(?:(?:^|[.!?:;,]\s{0,3}|\n\s{0,3})(?:always\s)?|\b(?:and|but|then|please|now|next|first|also|must|should|you|never|(?:do|must|should) not|(?:forget|fail|hesitate|remember|sure|need|have) to|use \w{1,40} to)\s{1,3}))`;
/** By a tool: "call read_file on …". */
const READ = String.raw`(?:read|cat|open|print|call\s+["'\x60]?\w{0,30}(?:read|cat|open|get|file)\w{0,30})`;

/** Files of keys: programs use them, nobody needs to read them. Their public halves are nothing to keep. */
const KEY_FILE = String.raw`(?:(?:~|\$HOME)/\.ssh\b(?!/(?:config|known_hosts|\w{1,40}\.pub))|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub))`;
/** Files with secrets that people set up, so that advice speaks of them, too. */
const SECRET = String.raw`(?:${KEY_FILE}|(?:~|\$HOME)/\.(?:aws|config)\b|(?<![\w~/])\.env\b(?!\.\w)|\bprivate key\b|\b(?:the|your|its|full|whole) system prompt\b)`;
/** What was said in the chat, not in a page or a repository. */
const TALK =
  String.raw`\b(?:whole|full|entire|complete)\s+(?:(?:\w{1,20}\s+)?(?:conversation|chat)\b(?!\s+ids?\b)` +
  String.raw`|(?:history|context)\b(?!\s+of\s+(?!the\s+(?:user|conversation|chat|session)))|text of (?:the )?(?:conversation|chat|open files))`;

/** Up to the object of a verb: no other sentence, and no clause that says what it is for. */
const NEAR = String.raw`(?:(?!\b(?:to|without|for|then)\b|\.\s)[^!?\n]){0,80}?`;
/** That what was read is handed over, later in the text. */
const HANDED = String.raw`[^\n]{0,80}?(?<!\b(?:not|never)\s)\b(?:${SEND}|include|put)\s+(?:it|them|its|their|the content|everything)\b`;
/** Where a model puts what it hands over. */
const INTO = String.raw`\S{0,60}\s(?:in|into|to|as)\s(?:\w{1,20}\s){0,3}(?:messages?|answers?|notes?|calls?|repl(?:y|ies))\b`;

const order = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'giu');

/** Orders to hand over what was said, or a file of secrets. */
export const CARRY_OFF: readonly RegExp[] = [
  order(ORDERED, `(?:${HAND}|${CALL})\\b`, NEAR, TALK),
  order(`\\b${CALL}\\b`, String.raw`[^.\n]{1,80}?\b(?:${SEND}|store|save)\b`, NEAR, TALK),
  order('\\bread\\b', NEAR, TALK, HANDED),
  order(ORDERED, `(?:${READ}|${SEND})\\b`, NEAR, KEY_FILE),
  order(ORDERED, `${READ}\\b`, NEAR, SECRET, HANDED),
  order(ORDERED, `${SEND}\\b`, NEAR, SECRET, '(?!\\s+file with)'),
  order(ORDERED, `${HAND}\\b`, NEAR, SECRET, INTO),
  order(ORDERED, `(?:${HAND}|call)\\b`, NEAR, '\\b(?:contents? of|with)\\s', NEAR, SECRET),
];
