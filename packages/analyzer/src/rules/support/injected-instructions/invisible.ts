/** Text content that is not visible when displayed. */
export interface Hidden {
  readonly kind:
    | 'tag characters'
    | 'zero-width characters'
    | 'variation selectors'
    | 'bidirectional controls'
    | 'terminal escapes';
  /** The number of characters. */
  readonly count: number;
  /** The decoded message, if they encode one. */
  readonly says?: string;
  /** The text before them, by which the location is found. */
  readonly before: string;
}

const TAG = /[\u{e0020}-\u{e007f}]/gu;
/** Flags of England, Scotland, Wales and other regions: a black flag, tag characters, the cancel tag. */
const FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,6}\u{e007f}/gu;
const ZERO_WIDTH =
  // eslint-disable-next-line no-misleading-character-class -- Each of these characters by itself is looked for.
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0]+/gu;
/** Letters of scripts whose spelling uses joiners and zero-width spaces. */
const JOINING =
  /[\u0600-\u08ff\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufeff]/u;
// eslint-disable-next-line no-misleading-character-class -- Each of these characters by itself is looked for.
const PICTURE = /\p{Extended_Pictographic}|[\u{1f3fb}-\u{1f3ff}\ufe0f\u2640\u2642]/u;
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;
const OVERRIDES = /[\u202d\u202e]/u;
const EMBEDDINGS = /[\u202a\u202b\u2066-\u2069]/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const ESCAPES =
  // eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
  /(?:\u001b\[|\u009b)[\d;?]*[A-Za-z]|\u001b(?:\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)?|[@-Z\\-_])|[\u0008]{3,}/gu;

/** Fewer may have been copied from a web page by accident. */
const MIN_ZERO_WIDTH = 4;

const before = (text: string, position: number): string => text.slice(Math.max(0, position - 40), position);

function tags(text: string): Hidden | undefined {
  const rest = text.replace(FLAG, (flag) => ' '.repeat(flag.length));
  const found = [...rest.matchAll(TAG)];
  const [first] = found;
  if (!first || found.length < 2) return undefined;
  const says = found.map(([tag]) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join('');
  return { kind: 'tag characters', count: found.length, says, before: before(text, first.index) };
}

/** Whether a run is ordinary spelling: a joiner in a script that needs it, or in an emoji. */
function isWriting(text: string, start: number, run: string): boolean {
  if (run.length > 1) return false;
  const left = Array.from(text.slice(Math.max(0, start - 2), start)).at(-1) ?? '';
  const [right = ''] = Array.from(text.slice(start + run.length, start + run.length + 2));
  if (run === '\u200d') return (PICTURE.test(left) && PICTURE.test(right)) || JOINING.test(left);
  return JOINING.test(left) || JOINING.test(right) || (run === '\ufeff' && start === 0) || run === '\u00ad';
}

/** The message that two kinds of zero-width characters encode as bits. */
function fromBits(characters: string): string | undefined {
  const kinds = [...new Set(characters)];
  if (kinds.length !== 2 || characters.length < 16) return undefined;
  for (const [zero] of [[kinds[0]], [kinds[1]]]) {
    const bits = Array.from(characters, (each) => (each === zero ? '0' : '1')).join('');
    const bytes = bits.match(/.{8}/gu)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
    const text = String.fromCharCode(...bytes.slice(0, 4000));
    if (/^[\x20-\x7e\n]{2,}$/u.test(text)) return text;
  }
  return undefined;
}

function zeroWidth(text: string): Hidden | undefined {
  let count = 0;
  let all = '';
  let first: number | undefined;
  for (const { 0: run, index } of text.matchAll(ZERO_WIDTH)) {
    if (isWriting(text, index, run)) continue;
    count += run.length;
    all += run;
    first ??= index;
  }
  if (first === undefined || count < MIN_ZERO_WIDTH) return undefined;
  const says = fromBits(all);
  return {
    kind: 'zero-width characters',
    count,
    ...(says !== undefined && { says }),
    before: before(text, first),
  };
}

/** Runs of variation selectors encode bytes; an emoji has one selector. */
function selectors(text: string): Hidden | undefined {
  let count = 0;
  let all = '';
  let first: number | undefined;
  for (const { 0: run, index } of text.matchAll(SELECTORS)) {
    count += Array.from(run).length;
    all += run;
    first ??= index;
  }
  if (first === undefined || count < MIN_ZERO_WIDTH) return undefined;
  const bytes = Array.from(all, (each) => {
    const code = each.codePointAt(0) ?? 0;
    return code < 0x10000 ? code - 0xfe00 : code - 0xe0100 + 16;
  });
  const says = String.fromCharCode(...bytes.slice(0, 4000));
  const isText = /^[\x20-\x7e\n]+$/u.test(says);
  return { kind: 'variation selectors', count, ...(isText && { says }), before: before(text, first) };
}

function directions(text: string): Hidden | undefined {
  const found = OVERRIDES.exec(text) ?? (RIGHT_TO_LEFT.test(text) ? null : EMBEDDINGS.exec(text));
  return found ? { kind: 'bidirectional controls', count: 1, before: before(text, found.index) } : undefined;
}

function escapes(text: string): Hidden | undefined {
  const found = [...text.matchAll(ESCAPES)];
  const [first] = found;
  return first && { kind: 'terminal escapes', count: found.length, before: before(text, first.index) };
}

/** Everything that is hidden in a text, except flags, emoji sequences and the joiners of Indic and Arabic words. */
export const hiddenIn = (text: string): readonly Hidden[] =>
  // Fast path: most texts are plain ASCII.
  /^[\t\n\r\x20-\x7e]*$/u.test(text)
    ? []
    : [tags, zeroWidth, selectors, directions, escapes].flatMap((look) => look(text) ?? []);
