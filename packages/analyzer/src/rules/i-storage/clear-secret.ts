import type { CallEvent } from '../../engine/events.js';
import { WHOLE_ENVIRONMENT } from '../../engine/expressions/environment.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { constantSuffix } from '../../engine/expressions/texts.js';
import { textOf, type Value } from '../../engine/values/value.js';
import { callsWithin, lastNameOf } from '../../ir/walk.js';
import { expressionOf } from '../support/argument-lines.js';
import { FILE_WRITES, fileWrite, type FileWrite } from '../support/file-writes.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, Report, Rule } from '../rule.js';
import { secretIn, describeSecret } from '../support/secrets.js';
import { weightOfFile, weightOfName } from './credential-names.js';
import { indicatorsOf } from './credential-indicators.js';
import { literalSecretIn, literalSecretShown } from './literal-secrets.js';
import { isNarrowed, isPrivate } from './owner-only.js';

/** Whether the written expression is encrypted or hashed. */
const isProtected = (event: CallEvent): boolean =>
  [...callsWithin(event.node.arguments)].some(({ callee }) =>
    /encrypt|cipher|seal|protect|dpapi|wrap_?key|hash|digest/iu.test(lastNameOf(callee)),
  );

/** Whether a flow carries the whole environment in readable form. */
const isEnvironment = ({ source, sanitizedFor }: Taint): boolean =>
  source.kind === 'environment' &&
  source.name === WHOLE_ENVIRONMENT &&
  (sanitizedFor & SanitizedFor.SECRET) === 0;

/** The total weight that makes it a credential. */
const ENOUGH = 2;

/** `saveToken(…)`, `_store_credentials(…)`: the purpose in a function's name. */
const STORES = /^_*(?:save|store|write|persist|cache|dump|set)_?(?=[A-Z_a-z])/u;
const weightOfFunction = (name: string): number =>
  STORES.test(name) && weightOfName(name.replace(STORES, '').replace(/(?:_?to_?(?:file|disk))$/iu, '')) > 0
    ? 1
    : 0;

/** Records files opened for writing: the path is given before the data. */
class ClearSecrets {
  /** By the function or module that opened the file. */
  private readonly opened = new Map<object | string, FileWrite>();

  readonly checks: Checks = { calls: byName(FILE_WRITES, (event, report) => this.onCall(event, report)) };

  private readonly onCall: CallCheck = (event, report) => {
    const { frame } = event;
    const found = fileWrite(event);
    if (!found) return;
    const code = frame.function ?? frame.module;
    if (!found.data) {
      if (found.path ?? found.mode !== undefined) this.opened.set(code, found);
      return;
    }
    const open = found.path ? undefined : this.opened.get(code);
    const path = found.path ?? open?.path;
    if (isPrivate(found.mode) || isPrivate(open?.mode)) return;
    this.check(found.data, path, event, report);
  };

  private check(data: Value, path: Value | undefined, event: CallEvent, report: Report): void {
    const taint = secretIn(data, event.frame);
    if (taint) {
      if (!isProtected(event) && !isNarrowed(event))
        this.reportFinding(describeSecret(taint), path, event, report, taint);
      return;
    }
    // A text that is made of an object contains all of it.
    const environment = [data, ...(data.parts ?? [])]
      .flatMap((each) => taintsWithin(each, event.frame, 6))
      .find(isEnvironment);
    if (environment) {
      if (!isProtected(event) && !isNarrowed(event))
        this.reportFinding(
          'The whole environment, with every token in it,',
          path,
          event,
          report,
          environment,
        );
      return;
    }
    const expression = expressionOf(data, event);
    const literal = isProtected(event)
      ? undefined
      : (literalSecretIn(data) ?? literalSecretShown(expression, event.frame));
    if (literal !== undefined) {
      if (!isNarrowed(event)) this.reportFinding(`The literal \`${literal}\``, path, event, report);
      return;
    }
    const indicators = expression && indicatorsOf(expression, data, event.frame);
    if (!indicators || indicators.isProtected || indicators.isFixed) return;
    const file = path ? weightOfFile(constantSuffix(path)) : 0;
    const around = indicators.weight > 0 ? weightOfFunction(event.frame.function?.name ?? '') : 0;
    // Several mentions of the word `token` are one indicator, unless the file or the function is about a single token.
    const weight = Math.max(
      indicators.weight,
      file,
      file === 1 ? indicators.weight : indicators.weight + around,
    );
    if (weight < ENOUGH || isNarrowed(event)) return;
    this.reportFinding(
      indicators.name === undefined ? 'A credential' : `\`${indicators.name}\``,
      path,
      event,
      report,
    );
  }

  private reportFinding(
    what: string,
    path: Value | undefined,
    event: CallEvent,
    report: Report,
    taint?: Taint,
  ): void {
    const described = textOf(path);
    report({
      at: event.frame,
      lines: event.node,
      sink: sinkOf(event),
      ...(taint && { taint }),
      ...(taint && isEnvironment(taint) && { severity: 'high', confidence: 'high' }),
      description: `${what} is written in clear${described === undefined ? '' : ` to \`${described}\``}, readable for others on the machine.`,
    });
  }
}

/** A password or token is stored unencrypted. */
export const clearSecret: Rule = {
  id: 'MCP-I001',
  class: 'I',
  title: 'Secret written to a file in plain text',
  severity: 'medium',
  confidence: 'medium',
  cwe: 312,
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A password, token or key that is written to a file with the usual rights. It comes from the environment, a parameter, a sign-in or a token endpoint, or from a variable or field with the name of a credential, also as a literal. The whole environment is high. Whatever is written to `token.json`, `credentials.json`, `.netrc` and the like counts too.',
  why: 'Backups, other users and every program that reads files find it there, long after the server has ended.',
  example: {
    language: 'javascript',
    bad: 'await writeFile(profile, JSON.stringify({ accessToken }));',
    good: 'new Entry("my-server", account).setPassword(accessToken);',
  },
  fix: 'Keep it in the key ring of the operating system, or at least in a file that only its owner may read (mode 600).',
  notCounted: [
    'files with mode 600, or in a folder that is made with mode 700',
    'encrypted values and hashes',
    'tokens of texts and of designs: `tokens.json`',
  ],
  remembering: () => new ClearSecrets().checks,
};
