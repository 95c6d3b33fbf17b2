import { taintsWithin } from '../../engine/values/objects.js';
import type { Frame } from '../../engine/frame.js';
import type { SourceKind, Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { isSecret } from '../support/secrets.js';
import type { Rule } from '../rule.js';

const isEnvironment = ({ source }: Taint): boolean => source.name.includes('environment');

/** Sources that the server keeps secrets in; what a service answers may be what the tool is for. */
const KEPT: ReadonlySet<SourceKind> = new Set(['file-content', 'database-content']);

/** Whether the secret is the server's: from its environment, or a field of what it keeps in a file or database. */
const isOwn = (taint: Taint, value: Value, frame: Frame): boolean =>
  isEnvironment(taint) || taintsWithin(value, frame, 6).some(({ source }) => KEPT.has(source.kind));

const isWithin = (line: number, { function: definition }: Frame): boolean =>
  definition !== undefined && definition.line <= line && line <= definition.endLine;

/** The server's own secret is shown to the model. */
export const secretReturned: Rule = {
  id: 'MCP-F006',
  class: 'F',
  title: 'Secret of the server in an answer',
  severity: 'high',
  confidence: 'medium',
  cwe: 200,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A token, password or key from the environment, or from a file or database that the server keeps, in what a tool, resource or prompt returns.',
  why: 'The model, its provider and the log of the conversation get the secret; a poisoned text can have the model send it on.',
  example: {
    language: 'typescript',
    bad: 'return text(`Connected with ${process.env.API_TOKEN}`);',
    good: 'return text("Connected");',
  },
  fix: 'Return whether the secret is set, not what it is.',
  notCounted: ['lengths, digests, short parts, and whether there is one'],
  events: {
    answer: ({ frame, lines, value }, report) => {
      const taint = taintsWithin(value, frame, 6).find(
        (each) => isSecret(each) && each.source.kind === 'secret' && isOwn(each, value, frame),
      );
      if (!taint) return;
      const { source } = taint;
      // A text over several lines is better known by the line that the secret is put into.
      const isInside = source.file === frame.module && isWithin(source.line, frame);
      report({
        at: frame,
        lines: isInside && !isEnvironment(taint) ? { line: source.line, endLine: source.line } : lines,
        end: { file: frame.module, line: lines.line },
        sink: 'answer',
        taint,
        description: `${taint.source.name} is part of the answer.`,
      });
    },
  },
};
