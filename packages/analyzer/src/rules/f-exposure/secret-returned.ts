import { taintsWithin } from '../../engine/objects.js';
import { isSecret } from '../support/secrets.js';
import type { Rule } from '../rule.js';

/** The server's own secret is shown to the model. */
export const secretReturned: Rule = {
  id: 'MCP-F006',
  class: 'F',
  title: 'Secret of the server in an answer',
  severity: 'high',
  confidence: 'medium',
  cwe: 200,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A token, password or key from the environment in what a tool, resource or prompt returns.',
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
        (each) => isSecret(each) && each.source.kind === 'secret' && each.source.name.includes('environment'),
      );
      if (!taint) return;
      report({
        at: frame,
        lines,
        sink: 'answer',
        taint,
        description: `${taint.source.name} is part of the answer.`,
      });
    },
  },
};
