import type { TextFile } from '../files/text-file.js';
import { CONFIDENCES, type Finding, type Reach } from './finding.js';

const SCRIPT = /\.[cm]?[jt]sx?$/iu;
/** Literals that a bundler keeps as they are. */
const LITERAL = /(["'`])((?:(?!\1)[^\\\n$]){12,200})\1/gu;
const IMPORT = /^\s*(?:import|export)\b[^\n]*$/gmu;

/** With fewer literals, nothing shows where a script comes from. */
const MIN_LITERALS = 5;
const MAX_LITERALS = 80;
/** Some literals of a source are only types. */
const SHARE = 0.8;
/** A bundle has many sources. */
const TIMES_LARGER = 3;
/** Comparisons of files in one analysis: a package may have any number of copies. Beyond, findings stay as they are. */
const MAX_COMPARED = 200;

const REACHES: readonly Reach[] = ['handler', 'reachable', 'unreachable'];

function literalsOf({ text }: TextFile): string[] {
  const code = text.replace(IMPORT, '');
  const all = new Set<string>();
  for (const [, , literal = ''] of code.matchAll(LITERAL)) if (all.add(literal).size >= MAX_LITERALS) break;
  return [...all];
}

/** Whether a script holds another one, as its literals show. */
function isBundleOf(bundle: TextFile, source: TextFile): boolean {
  if (bundle.text.length < source.text.length * TIMES_LARGER) return false;
  const literals = literalsOf(source);
  if (literals.length < MIN_LITERALS) return false;
  return literals.filter((each) => bundle.text.includes(each)).length >= literals.length * SHARE;
}

/** What is the same for a defect in a source and in the bundle of it. */
const sameness = ({ ruleId, description, severity, trace }: Finding): string =>
  [ruleId, severity, description, trace.at(-1)?.message].join('\n');

/**
 * Whether a finding weighs at least as much as another one: a copy of the source that nothing runs must not make light of what
 * the bundle does.
 */
const weighsAsMuch = (one: Finding, other: Finding): boolean =>
  REACHES.indexOf(one.reach) <= REACHES.indexOf(other.reach) &&
  CONFIDENCES.indexOf(one.confidence) <= CONFIDENCES.indexOf(other.confidence);

/**
 * Leaves out the findings in a bundle that are those of its source, where the package contains both: one defect is one finding,
 * and its place in the source is the one that can be read. A bundle may have as many of a kind as its source has.
 */
export function withoutBundled(findings: readonly Finding[], texts: readonly TextFile[]): readonly Finding[] {
  const inScripts = findings.filter(({ location }) => SCRIPT.test(location.path));
  const groups = Map.groupBy(inScripts, sameness);
  const files = new Map(texts.map((file) => [file.path, file]));
  const pairs = new Map<string, boolean>();
  const holds = (bundle: string, source: string): boolean => {
    const [one, other] = [files.get(bundle), files.get(source)];
    if (!one || !other || bundle === source) return false;
    const key = `${bundle}\n${source}`;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    if (pairs.size >= MAX_COMPARED) return false;
    const isHeld = isBundleOf(one, other);
    pairs.set(key, isHeld);
    return isHeld;
  };
  const left = new Set<Finding>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const used = new Set<Finding>();
    for (const finding of group) {
      const source = group.find(
        (each) =>
          !used.has(each) &&
          !left.has(each) &&
          weighsAsMuch(each, finding) &&
          holds(finding.location.path, each.location.path),
      );
      if (!source) continue;
      used.add(source);
      left.add(finding);
    }
  }
  return left.size === 0 ? findings : findings.filter((finding) => !left.has(finding));
}
