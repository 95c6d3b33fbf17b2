import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A font of an npm package, which has a file for each range of characters, weight and style. */
interface Family {
  readonly name: string;
  readonly package: string;
  /** The start of its files' names. */
  readonly file: string;
  /** Weight and style as in the names of files, and as CSS. */
  readonly faces: readonly (readonly [name: string, weight: string, style: 'normal' | 'italic'])[];
  /** Ranges that are left out. */
  readonly without?: RegExp;
}

const REGULAR = ['400-normal', '400', 'normal'] as const;
const BOLD = ['600-normal', '600', 'normal'] as const;
const VARIABLE = ['wght-normal', '100 900', 'normal'] as const;

const family = (name: string, slug: string, faces: Family['faces'] = [REGULAR, BOLD]): Family => ({
  name,
  package: `@fontsource/${slug}`,
  file: slug,
  faces,
});

// Static fonts: of variable ones, Chromium makes Type 3 fonts, which are larger in a PDF.
const BASE = [
  family('Source Sans 3', 'source-sans-3'),
  family('Source Serif 4', 'source-serif-4', [BOLD]),
  family('Source Code Pro', 'source-code-pro', [REGULAR]),
];
// Noto draws the dots of Arabic letters as glyphs of their own, so that the text of a PDF cannot be searched. It has the
// letters of African and some Asian languages, which Vazirmatn lacks.
const SCRIPTS = [
  family('Vazirmatn', 'vazirmatn'),
  family('Noto Sans Arabic', 'noto-sans-arabic'),
  family('Noto Sans Hebrew', 'noto-sans-hebrew'),
];

const variable = (name: string, slug: string): Family => ({
  ...family(name, slug, [VARIABLE]),
  package: `@fontsource-variable/${slug}`,
});

// Variable ones all the same: the static packages take 200 MB. One form of an ideograph differs between the languages.
const EAST_ASIAN = {
  zh: variable('Noto Sans SC Variable', 'noto-sans-sc'),
  ja: variable('Noto Sans JP Variable', 'noto-sans-jp'),
  ko: variable('Noto Sans KR Variable', 'noto-sans-kr'),
};
const EMOJI = variable('Noto Emoji Variable', 'noto-emoji');

const list = (families: readonly Family[]): string => families.map(({ name }) => `'${name}'`).join(', ');
const OTHERS = [...SCRIPTS, EAST_ASIAN.zh, EAST_ASIAN.ja, EAST_ASIAN.ko, EMOJI];

/** Values of `font-family`. */
export const FONT_STACKS = {
  sans: `'Source Sans 3', ${list(OTHERS)}, sans-serif`,
  serif: `'Source Serif 4', 'Source Sans 3', ${list(OTHERS)}, serif`,
  code: `'Source Code Pro', 'Source Sans 3', ${list(OTHERS)}, monospace`,
  japanese: `'Source Sans 3', ${list([EAST_ASIAN.ja, ...OTHERS])}, sans-serif`,
  korean: `'Source Sans 3', ${list([EAST_ASIAN.ko, ...OTHERS])}, sans-serif`,
};

const require = createRequire(import.meta.url);

/** Bounds of code points, inclusive. */
type Span = readonly [first: number, last: number];

interface Subset {
  readonly range: string;
  readonly spans: readonly Span[];
  /** Of a face, such as `400-normal`. */
  readonly file: (face: string) => string;
}

const subsetsOfFamily = new Map<string, readonly Subset[]>();

const spanOf = (part: string): Span => {
  const [first = '', last = first] = part.trim().replace(/^U\+/iu, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

/** The subsets of a family, of its `unicode.json`. */
function subsetsOf({ package: name, file }: Family): readonly Subset[] {
  const known = subsetsOfFamily.get(name);
  if (known !== undefined) return known;
  const path = require.resolve(`${name}/unicode.json`);
  const ranges = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, string>>;
  const subsets = Object.entries(ranges).map(([subset, range]) => ({
    range,
    spans: range.split(',').map(spanOf),
    file: (face: string) =>
      join(dirname(path), 'files', `${file}-${subset.replace(/^\[(\d+)\]$/u, '$1')}-${face}.woff2`),
  }));
  subsetsOfFamily.set(name, subsets);
  return subsets;
}

/** The position of the first value that is not before a bound, in sorted values. */
function positionOf<Value>(values: readonly Value[], isBefore: (value: Value) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = values[middle];
    if (value !== undefined && isBefore(value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// A hostile text may have each of 100,000 characters, and families have thousands of spans: both are searched in halves.
/** Whether a subset has some of the sorted code points. */
const hasSome = ({ spans }: Subset, points: readonly number[]): boolean =>
  spans.some(([first, last]) => (points[positionOf(points, (point) => point < first)] ?? Infinity) <= last);

/** `@font-face` rules with the subsets of a family that have some of the characters. */
function facesOf(from: Family, points: readonly number[]): string[] {
  return subsetsOf(from)
    .filter((subset) => hasSome(subset, points))
    .flatMap((subset) =>
      from.faces.map(([face, weight, style]) => {
        const bytes = readFileSync(subset.file(face)).toString('base64');
        return (
          `@font-face{font-family:'${from.name}';font-style:${style};font-weight:${weight};` +
          `src:url(data:font/woff2;base64,${bytes}) format('woff2');unicode-range:${subset.range}}`
        );
      }),
    );
}

const spansOfFamily = new Map<string, readonly Span[]>();

/** The spans of a family, sorted and without overlaps. */
function spansOf(from: Family): readonly Span[] {
  const known = spansOfFamily.get(from.name);
  if (known !== undefined) return known;
  const merged: [number, number][] = [];
  for (const [first, last] of subsetsOf(from)
    .flatMap(({ spans }) => spans)
    .sort(([one], [other]) => one - other)) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  spansOfFamily.set(from.name, merged);
  return merged;
}

function isCoveredBy(families: readonly Family[], point: number): boolean {
  return families.some((one) => {
    const spans = spansOf(one);
    return (spans[positionOf(spans, ([, last]) => last < point)]?.[0] ?? Infinity) <= point;
  });
}

/** All code points of a text, each once, in order. */
function pointsOf(text: string): number[] {
  const points = new Set<number>();
  for (const character of text) points.add(character.codePointAt(0) ?? 0);
  return [...points].sort((one, other) => one - other);
}

/**
 * The `@font-face` rules that a document needs, with the fonts as data URLs. Only the subsets with characters of the text are
 * in it: 150 KB for English, some 50 KB more for each hundred ideographs.
 * @param html the document, with the attributes `lang` of its texts
 */
export function fontFaces(html: string): string {
  const points = pointsOf(html);
  const rules = BASE.flatMap((one) => facesOf(one, points));
  let rest = points.filter((point) => !isCoveredBy([BASE[0] ?? EMOJI], point));
  const scripts = SCRIPTS.filter((one) => subsetsOf(one).some((subset) => hasSome(subset, rest)));
  rules.push(...scripts.flatMap((one) => facesOf(one, rest)));
  rest = rest.filter((point) => !isCoveredBy(scripts, point));
  const ideographs = rest;
  for (const [language, one] of Object.entries(EAST_ASIAN)) {
    // Those of the document's languages in full, of the others what is still missing.
    const wanted = html.includes(`lang="${language}"`) ? ideographs : rest;
    const found = facesOf(one, wanted);
    rules.push(...found);
    rest = rest.filter((point) => !isCoveredBy([one], point));
  }
  rules.push(...facesOf(EMOJI, rest));
  return rules.join('\n');
}
