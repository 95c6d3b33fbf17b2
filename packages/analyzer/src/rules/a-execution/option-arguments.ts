import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { constantOf, type Value } from '../../engine/values/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful, around } from '../support/pieces.js';
import { listed, STARTS } from '../support/program-starts.js';
import { together } from '../support/flow-reports.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** Programs with options that write files or start other programs. */
const RISKY =
  /(?:^|[/\\])(?:git|hg|svn|gh|ssh|scp|sftp|rsync|tar|zip|unzip|7z|find|fd|rg|curl|wget|aria2c|sort|xargs|env|nmap|tcpdump|man|less|awk|sed|ffmpeg|pandoc|convert|magick|npm|pnpm|yarn|pip|pip3|docker|podman|kubectl|helm|psql|mysql|mysqldump|pg_dump|sqlite3|go|cargo|make|mvn|gradle|terraform|ansible|ansible-playbook|openssl|gcc|yt-dlp|youtube-dl|chromium|google-chrome|wkhtmltopdf|libreoffice|soffice|soffice\.bin|exiftool)(?:\.exe)?$/u;

/** Options without a value: the next argument is independent of them. */
const FLAGS =
  /^(?:-[a-zA-Z]|-[rqvaswzRpxh]{1,4}|--(?:numstat|stat|shortstat|oneline|cached|staged|name-only|name-status|no-pager|all|hard|soft|mixed|force|quiet|verbose|recursive|porcelain|no-commit-id|no-color|no-ext-diff|short|long|tags|merges|no-merges|raw|patch|no-patch|root|graph|abbrev-ref|verify|show-toplevel|ff-only|no-ff|bare|mirror|depth|detach|json|silent|location|fail|head|dry-run|yes|no-edit|[\w-]*=.*))$/u;
/** Short options that take the next argument as their value in most programs. */
const TAKES_VALUE = /^-[CcmnobBuipfFteHXdDIlLjJgGkKNTUwWSMPQyA]$/u;

/** Whether the argument after a constant one is independent of it. */
const isIndependent = (before: Value | undefined): boolean => {
  const text = before && constantOf(before);
  if (typeof text !== 'string' || !text.startsWith('-')) return true;
  return FLAGS.test(text) && !TAKES_VALUE.test(text);
};

const isEnd = (value: Value): boolean => {
  const text = constantOf(value);
  return text === '--' || text === '--end-of-options';
};

/** Whether a text starts with a client's value. */
const startsWithTaint = (value: Value, event: CallEvent): boolean =>
  (around(value, event.frame, SanitizedFor.ARGUMENT)?.before ?? '') === '';

function check(event: CallEvent, program: string, given: readonly Value[], report: Report): void {
  const end = given.findIndex(isEnd);
  for (const [index, value] of given.entries()) {
    if (end >= 0 && index > end) return;
    const [taint] = allHarmful(value, event.frame, SanitizedFor.ARGUMENT);
    if (!taint || !startsWithTaint(value, event) || !isIndependent(given[index - 1])) continue;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      confidence: 'medium',
      description: `\`${program}\` gets ${describeSource(taint)} as an argument: a value that begins with a dash is read as an option of it.`,
    });
    return;
  }
}

const started =
  (name: string): CallCheck =>
  (event, report) => {
    const start = STARTS.get(name)?.(event);
    const program = start && constantOf(start.program);
    if (typeof program !== 'string' || !RISKY.test(program)) return;
    check(event, program, start?.given ?? [], report);
  };

/** Library methods that pass their arguments to git. */
const throughLibrary: CallCheck = (event, report) =>
  check(
    event,
    'git',
    event.arguments.positional.flatMap((value) => (value.objects.length > 0 ? listed(value) : [value])),
    report,
  );

const GIT_COMMANDS = names.optionArguments.gitCommands;

/** A client's value can become an option of a program. */
export const optionArguments: Rule = {
  id: 'MCP-A007',
  class: 'A',
  title: 'Argument of a program that can become an option',
  severity: 'low',
  confidence: 'medium',
  cwe: 88,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:L/A:N',
  what: 'A parameter of a tool is a whole argument of a program such as git, tar, ssh, find or curl, and no `--` precedes it.',
  why: 'A value such as `--output=/home/user/.bashrc` or `--upload-pack=…` is read as an option: it writes files, or starts other programs.',
  example: {
    language: 'typescript',
    bad: "execFile('git', ['diff', '--numstat', revision])",
    good: "execFile('git', ['diff', '--numstat', '--end-of-options', revision, '--'])",
  },
  fix: 'Put `--` (for git `--end-of-options`) before such values, or refuse those that begin with a dash.',
  notCounted: [
    'values after `--`, and values glued to an option: `--author=…`',
    'values of options: `-m`, message',
    'values that were shown not to begin with a dash',
  ],
  calls: together(
    Object.fromEntries([...STARTS.keys()].map((name) => [name, started(name)])),
    byName(
      GIT_COMMANDS.map((name) => `git.Repo().git.${name}`),
      throughLibrary,
    ),
    byName(
      ['simple-git()', 'simple-git.simpleGit()', 'simple-git.gitP()'].flatMap((git) =>
        names.optionArguments.simpleGit.map((name) => `${git}.${name}`),
      ),
      throughLibrary,
    ),
  ),
};
