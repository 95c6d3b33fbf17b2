import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { taintsHere } from '../../engine/values/derive.js';
import type { Taint } from '../../engine/values/taint.js';
import { textOf, type Value } from '../../engine/values/value.js';
import { STARTS } from '../support/program-starts.js';
import { isOtherForm, isWordy } from '../../credentials/strength.js';
import { linesOf } from '../support/argument-lines.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import type { CallCheck, Checks, Report, Rule } from '../rule.js';
import { KnownSecrets } from './known-secrets.js';
import names from './names.json' with { type: 'json' };

/** Options with a secret value, but not those that name a file or a variable. */
const FLAG =
  /^--?(?:[a-z]+-)*(?:token|password|passwd|passphrase|pass|pwd|secret|api-?key|apikey|access-?key|auth-?token|access-?token|private-?key|client-?secret|secret-?key|credentials?|creds|bearer|pat)=?$/iu;
const IN_TEXT = new RegExp(`(?:^|\\s)${FLAG.source.slice(1, -1).replace('=?', '')}[=\\s]["']?$`, 'iu');

/** Shell commands given as one text. */
const SHELLS = names.secretOnCommandLine.shells;

class SecretsOnCommandLines {
  private readonly secrets = new KnownSecrets();

  readonly checks: Checks = {
    calls: this.calls(),
    stores: [this.secrets.stores],
  };

  private calls(): Record<string, CallCheck> {
    const started: CallCheck = (event, report) => {
      for (const name of event.names) {
        const start = STARTS.get(name)?.(event);
        if (start) {
          this.onArguments([start.program, ...start.given], event, report);
          return;
        }
      }
    };
    const shell: CallCheck = (event, report) => this.onText(argument(event, 0, 'args'), event, report);
    const all = new Map<string, CallCheck>([...STARTS.keys()].map((name) => [name, started]));
    for (const name of SHELLS) {
      const other = all.get(name);
      all.set(name, (event, report) => {
        shell(event, report);
        other?.(event, report);
      });
    }
    return Object.fromEntries(all);
  }

  private onArguments(given: readonly Value[], event: CallEvent, report: Report): void {
    const { frame } = event;
    const short = shortFlagsOf(given[0]);
    for (const [index, value] of given.entries()) {
      const taint = this.secrets.in(value, frame);
      const flag = flagOf(value, given[index - 1], short);
      if (taint ?? (flag !== undefined && mayBeSecret(value) && isVariable(value, frame))) {
        this.reportFinding(event, value, taint, flag, report);
        return;
      }
    }
  }

  /** A shell command that contains a secret. */
  private onText(command: Value, event: CallEvent, report: Report): void {
    let before = '';
    for (const part of command.parts ?? []) {
      const text = textOf(part);
      if (text !== undefined) {
        before += text;
        continue;
      }
      const taint = this.secrets.in(part, event.frame);
      if (taint ?? ((IN_TEXT.test(before) || isShortIn(before)) && isVariable(part, event.frame))) {
        this.reportFinding(event, command, taint, undefined, report);
        return;
      }
      before += '\uFFFC';
    }
  }

  private reportFinding(
    event: CallEvent,
    value: Value,
    taint: Taint | undefined,
    flag: string | undefined,
    report: Report,
  ): void {
    const what = taint
      ? this.secrets.described(taint)
      : flag === undefined
        ? 'a secret'
        : `a secret (\`${flag}\`)`;
    report({
      at: event.frame,
      lines: linesOf(value, event),
      description: `${what.charAt(0).toUpperCase()}${what.slice(1)} becomes part of a command line: all users of the machine can list those.`,
      sink: `command line of ${sinkOf(event)}`,
      confidence: taint ? 'high' : 'medium',
      ...(taint && { taint }),
    });
  }
}

/** Whether a value may be a secret: it is not known, or a literal that looks like one. */
const mayBeSecret = ({ constants }: Value): boolean =>
  constants === undefined ||
  constants.some(
    (each) =>
      typeof each === 'string' &&
      each.length >= 8 &&
      /\d/u.test(each) &&
      !isOtherForm(each) &&
      !isWordy(each),
  );

/** Programs whose password has a short option, which other programs use for something else. */
const SHORT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(names.secretOnCommandLine.short),
);

/** The short options for passwords of a program, given by its name or path. */
const shortFlagsOf = (program: Value | undefined): readonly string[] =>
  SHORT.get(/[^/\\]*$/u.exec(textOf(program) ?? '')?.[0] ?? '') ?? [];

/** Whether the text of a command ends with such an option: `mysql -u root -p`. */
function isShortIn(before: string): boolean {
  const [, program = '', flag = ''] =
    /(?:^|[|;&]\s*)(?:sudo\s+)?([\w.-]+)\b[^|;&]*\s(-[A-Za-z])\s?["']?$/u.exec(before) ?? [];
  return SHORT.get(program)?.includes(flag) ?? false;
}

/**
 * Whether a value is tainted or not an object; an untainted object may be any text, such as a file name.
 */
const isVariable = (value: Value, frame: Frame): boolean =>
  taintsHere(value, frame).length > 0 || value.objects.length === 0;

/**
 * The option that makes a value a secret: the previous argument, or its own prefix (`--token=${token}`). Undefined for
 * other arguments, which may still be secrets by themselves.
 */
function flagOf({ parts }: Value, before: Value | undefined, short: readonly string[]): string | undefined {
  const option = textOf(before);
  if (option !== undefined && (FLAG.test(option) || short.includes(option))) return option;
  const [first, second] = parts ?? [];
  const text = textOf(first);
  if (text === undefined || !second) return undefined;
  if (short.includes(text)) return text;
  return FLAG.test(text) && text.endsWith('=') ? text.slice(0, -1) : undefined;
}

/** Secrets that other users can see in the process list. */
export const secretOnCommandLine: Rule = {
  id: 'MCP-E006',
  class: 'E',
  title: 'Secret on a command line',
  severity: 'medium',
  confidence: 'high',
  cwe: 214,
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A token or password is among the arguments with which a program is started, or part of a shell command.',
  why: 'Arguments of running programs are listed to all users of the machine, and kept in histories and logs of processes.',
  example: {
    language: 'javascript',
    bad: "execFile('sitectl', ['status', '--token', token]);",
    good: "execFile('sitectl', ['status'], { env: { PATH: process.env.PATH, SITECTL_TOKEN: token } });",
  },
  fix: 'Hand secrets over in the environment of the program, in a file that only it can read, or on its standard input.',
  notCounted: ['secrets in `env` and on the standard input', 'options that name a file: `--token-file`'],
  remembering: () => new SecretsOnCommandLines().checks,
};
