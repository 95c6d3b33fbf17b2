import { SanitizedFor } from '../../engine/values/taint.js';
import { describeSource } from '../support/flows.js';
import type { CallCheck, Report, Rule, StoreEvent } from '../rule.js';
import { outline } from '../../engine/expressions/texts.js';
import { allHarmful } from '../support/pieces.js';
import { reportBuiltQuery, textsGiven } from './built-query.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

const GRAPHQL = /^\s*(?:(?:query|mutation|subscription)\b[^{]*)?\{\s*[\w\uFFFC.]+[\s\S]*[({]/u;

const description = (told_: string): string =>
  `A GraphQL document holds ${told_} in its text: a quote in it asks for other fields, or begins another mutation.`;

const check: CallCheck = (event, report) =>
  reportBuiltQuery(textsGiven(event), GRAPHQL, event, (taint) => description(describeSource(taint)), report);

/** `{ query: "…" }`, the body of a request. */
function stored({ frame, lines, value, object }: StoreEvent, report: Report): void {
  if (!object || !value.parts || !GRAPHQL.test(outline(value).slice(0, 4000))) return;
  const [taint] = allHarmful(value, frame, SanitizedFor.QUERY);
  if (!taint) return;
  report({
    at: frame,
    lines,
    sink: 'graphql query',
    taint,
    confidence: 'medium',
    description: description(describeSource(taint)),
  });
}

/** A client's value becomes part of a GraphQL document. */
export const graphqlText: Rule = {
  id: 'MCP-D009',
  class: 'D',
  title: 'GraphQL document built from what a client sends',
  severity: 'medium',
  confidence: 'medium',
  cwe: 943,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:L/A:N',
  what: 'A parameter of a tool is put into the text of a GraphQL query or mutation.',
  why: "The document is sent with the server's own credentials: a quote in the value adds fields or mutations that the tool was not meant for.",
  example: {
    language: 'typescript',
    bad: 'client.request(`{ user(login: "${login}") { email } }`)',
    good: 'client.request("query ($login: String!) { user(login: $login) { email } }", { login })',
  },
  fix: 'Give values as variables of the document.',
  notCounted: ['variables', 'tools whose parameter is the whole document'],
  calls: byName(names.graphqlText.methods, check),
  stores: [{ names: ['query'], check: stored }],
};
