import { withoutCredentials } from '../../../packages/credentials.js';
import { normalizedPypiName } from '../../../packages/package-names.js';
import { archiveAt, folderName } from './location.js';
import { locatedAt, parseRequirement, splitLocation, type Requirement } from './requirement.js';

/** A requirement in a pip requirements file. */
export interface ListedRequirement extends Requirement {
  readonly line: number;
  /** Whether the file has a digest for it, which pip then requires. */
  readonly hashed: boolean;
  /** The packages and files that require it, as tools that generate such files note (`# via flask`). */
  readonly via: readonly string[];
}

/** Another file that a requirements file includes. */
export interface Included {
  /** As written. */
  readonly file: string;
  /** `-c`: its versions hold for what else is required, and it requires nothing itself. */
  readonly constrains: boolean;
  readonly line: number;
}

export interface RequirementsList {
  readonly requirements: readonly ListedRequirement[];
  readonly included: readonly Included[];
  /** The index instead of PyPI; empty for none. */
  readonly index: string | undefined;
  /** The numbers of lines that pip would not accept. */
  readonly unreadable: readonly number[];
}

interface LogicalLine {
  readonly line: number;
  readonly text: string;
  readonly comments: readonly string[];
}

const OPTION_VALUE = /^(?:-r|--requirement|-c|--constraint|-e|--editable)(?:\s+|=)?(.*)$/;
const INDEX = /^(?:-i|--index-url|--pypi-url)(?:\s+|=)?(\S+)/;
/** More than any project has; further ones are not read. */
const MAX_INCLUDED = 1000;
/** What ends a line for pip besides the ends of lines of all programs, by whose number lines are counted. */
// eslint-disable-next-line no-control-regex
const OTHER_END = /[\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** The lines as pip splits them, with their numbers in an editor. */
const linesIn = (text: string): { readonly line: number; readonly text: string }[] =>
  text
    .split(/\r\n|\n|\r/)
    .flatMap((each, at) => each.split(OTHER_END).map((part) => ({ line: at + 1, text: part })));

/** Lines with continuations (`\`) joined, without comments; those, and comments on the lines after, are kept separately. */
function logicalLines(text: string): LogicalLine[] {
  const found: { line: number; text: string; comments: string[] }[] = [];
  let open: { line: number; text: string; comments: string[] } | undefined;
  for (const { line, text: physical } of linesIn(text)) {
    const comment = physical.search(/(?:^|\s)#/);
    const content = (comment === -1 ? physical : physical.slice(0, comment)).trim();
    const target = open ?? found.at(-1);
    if (comment !== -1) target?.comments.push(physical.slice(comment).trim().replace(/^#\s*/, ''));
    // A comment line does not end a continued line.
    if (content === '' && comment !== -1) continue;
    const continues = content.endsWith('\\');
    const part = continues ? content.slice(0, -1) : content;
    open ??= {
      line,
      text: '',
      comments: comment === -1 ? [] : [physical.slice(comment).trim().replace(/^#\s*/, '')],
    };
    open.text += `${part} `;
    if (continues) continue;
    if (open.text.trim() !== '') found.push(open);
    open = undefined;
  }
  if (open !== undefined && open.text.trim() !== '') found.push(open);
  // Runs of spaces would be costly for the parser of the lines.
  return found.map((logical) => ({ ...logical, text: logical.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** `# via flask, click`, or `# via` and a line for each. */
function viaOf(comments: readonly string[]): string[] {
  const start = comments.findIndex((comment) => /^via(?:\s|$)/.test(comment));
  if (start === -1) return [];
  return comments
    .slice(start)
    .flatMap((comment) => comment.replace(/^via/, '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** A location with a name before it, in the format of all tools: `name @ https://…`. */
const NAMED = /^[a-z0-9][\w.-]*(?: ?\[[^\]]*\])? ?@ ?(?:[a-z+]+:|\.{0,2}\/)/i;

/** `git+https://…/name.git@v1#egg=name`, `./folder`, `https://…/name-1.0.whl`: without `egg`, the name is a guess. */
function locatedRequirement(text: string): Requirement | undefined {
  if (NAMED.test(text)) return undefined;
  const [range, marker] = splitLocation(text);
  if (!/^(?:[a-z+]+:|\.{0,2}\/|\.$|git@)|\.(?:whl|zip|tar\.gz)(?:[#?]|$)/i.test(range)) return undefined;
  const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(range)?.[1];
  // A guess at the name must not be part of a password.
  const open = withoutCredentials(range);
  const name = normalizedPypiName(egg ?? archiveAt(open)?.name ?? folderName(open));
  return name === '' ? undefined : locatedAt(name, range, marker);
}

/** The value of an option without the quotes around it. */
const unquoted = (value: string): string => value.trim().replaceAll(/^["']|["']$/g, '');

/** Parses a pip requirements file. */
export function readRequirementsLines(text: string): RequirementsList {
  const requirements: ListedRequirement[] = [];
  const included: Included[] = [];
  const unreadable: number[] = [];
  let index: string | undefined;
  for (const { line, text: content, comments } of logicalLines(text)) {
    const value = OPTION_VALUE.exec(content)?.[1]?.trim();
    const editable = /^(?:-e|--editable)/.test(content);
    if (value !== undefined && !editable) {
      if (included.length >= MAX_INCLUDED) unreadable.push(line);
      else included.push({ file: unquoted(value), constrains: /^(?:-c|--c)/.test(content), line });
      continue;
    }
    if (value === undefined && content.startsWith('-')) {
      index = INDEX.exec(content)?.[1] ?? (/^--no-index(?:\s|$)/.test(content) ? '' : index);
      continue;
    }
    // The package itself, not a dependency.
    if (editable && /^\.\/?(?:\[|$)/.test(value ?? '')) continue;
    const [wanted = '', ...options] = (value ?? content).split(/\s(?=--[a-z])/);
    const found = locatedRequirement(wanted) ?? parseRequirement(wanted);
    if (found === undefined) unreadable.push(line);
    else {
      const hashed =
        options.some((option) => option.startsWith('--hash')) || /[#&]sha(?:256|384|512)=/.test(wanted);
      requirements.push({ ...found, line, hashed, via: viaOf(comments) });
    }
  }
  return { requirements, included, index, unreadable };
}
