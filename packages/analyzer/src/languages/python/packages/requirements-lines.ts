import { withoutCredentials } from '../../../packages/credentials.js';
import {
  pinnedVersion,
  normalizedName,
  parseRequirement,
  locationSource,
  type Requirement,
} from './requirement.js';

/** A requirement in a pip requirements file. */
export interface ListedRequirement extends Requirement {
  readonly line: number;
  /** Whether the file has a digest for it, which pip then requires. */
  readonly hashed: boolean;
  readonly version: string | undefined;
  /** The packages and files that require it, as tools that generate such files note (`# via flask`). */
  readonly via: readonly string[];
}

export interface RequirementsList {
  readonly requirements: readonly ListedRequirement[];
  /** Other requirements files that it includes (`-r base.txt`), as written. */
  readonly included: readonly string[];
  /** The numbers of lines that pip would not accept. */
  readonly unreadable: readonly number[];
}

interface LogicalLine {
  readonly line: number;
  readonly text: string;
  readonly comments: readonly string[];
}

const OPTION_VALUE = /^(?:-r|--requirement|-c|--constraint|-e|--editable)(?:\s+|=)?(.*)$/;

/** Lines with continuations (`\`) joined, without comments; those, and comments on the lines after, are kept separately. */
function logicalLines(text: string): LogicalLine[] {
  const found: { line: number; text: string; comments: string[] }[] = [];
  let open: { line: number; text: string; comments: string[] } | undefined;
  for (const [at, physical] of text.split('\n').entries()) {
    const comment = physical.search(/(?:^|\s)#/);
    const content = (comment === -1 ? physical : physical.slice(0, comment)).trim();
    const target = open ?? found.at(-1);
    if (comment !== -1) target?.comments.push(physical.slice(comment).trim().replace(/^#\s*/, ''));
    // A comment line does not end a continued line.
    if (content === '' && comment !== -1) continue;
    const continues = content.endsWith('\\');
    const part = continues ? content.slice(0, -1) : content;
    open ??= {
      line: at + 1,
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

/** `git+https://…/name.git@v1#egg=name`, `./folder`, `https://…/name-1.0.whl`: without `egg`, the name is a guess. */
function locatedRequirement(text: string): Requirement | undefined {
  const [where = '', marker] = text.split(/\s;/, 2);
  const range = where.trim();
  if (!/^(?:[a-z+]+:|\.{0,2}\/|\.$|git@)|\.(?:whl|zip|tar\.gz)(?:[#?]|$)/i.test(range)) return undefined;
  const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(range)?.[1];
  // A guess at the name must not be part of a password.
  const last =
    withoutCredentials(range)
      .replace(/[#?].*$/, '')
      .replace(/(?:\.git)?(?:@[^/@]*)?\/?$/, '')
      .split('/')
      .at(-1) ?? '';
  const file = /\.(?:whl|zip|gz)$/.test(last) ? (/^([A-Za-z0-9._]+)-[0-9]/.exec(last)?.[1] ?? last) : last;
  const name = normalizedName(egg ?? file);
  return name === ''
    ? undefined
    : { name, range, source: locationSource(range), conditional: marker !== undefined };
}

/** Parses a pip requirements file. */
export function readRequirementsLines(text: string): RequirementsList {
  const requirements: ListedRequirement[] = [];
  const included: string[] = [];
  const unreadable: number[] = [];
  for (const { line, text: content, comments } of logicalLines(text)) {
    const value = OPTION_VALUE.exec(content)?.[1]?.trim();
    const editable = /^(?:-e|--editable)/.test(content);
    if (value !== undefined && !editable) {
      // A constraint is not a requirement.
      if (/^(?:-r|--requirement)/.test(content)) included.push(value.replaceAll(/^["']|["']$/g, ''));
      continue;
    }
    if (value === undefined && content.startsWith('-')) continue;
    // The package itself, not a dependency.
    if (editable && /^\.\/?(?:\[|$)/.test(value ?? '')) continue;
    const [wanted = '', ...options] = (value ?? content).split(/\s(?=--[a-z])/);
    const found = locatedRequirement(wanted) ?? parseRequirement(wanted);
    if (found === undefined) unreadable.push(line);
    else {
      const hashed =
        options.some((option) => option.startsWith('--hash')) || /[#&]sha(?:256|384|512)=/.test(wanted);
      const version = found.source === 'registry' ? pinnedVersion(found.range) : undefined;
      requirements.push({ ...found, line, hashed, version, via: viaOf(comments) });
    }
  }
  return { requirements, included, unreadable };
}
