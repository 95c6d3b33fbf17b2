import { argument } from '../../engine/expressions/call-arguments.js';
import { byName } from '../../models/model.js';
import { flowInto } from '../support/flows.js';
import { inHandler, sinkOf } from '../support/locations.js';
import type { CallCheck, Rule } from '../rule.js';
import { isGuarded } from '../support/address-check.js';
import { chosenBy } from './request-flow.js';
import names from './names.json' with { type: 'json' };

const redirect =
  (index: number, name?: string): CallCheck =>
  (event, report) => {
    const { frame } = event;
    const { positional } = event.arguments;
    // `response.redirect(302, url)`
    const at = index === 0 && positional.length > 1 && event.method === 'redirect' ? 1 : index;
    const values = [argument(event, index, name), ...(positional[at] ? [positional[at]] : [])];
    const taint = values
      .flatMap((value) => chosenBy({ value }, frame))
      .find(({ source }) => source.kind === 'http-request');
    if (!taint || !inHandler(frame) || isGuarded(frame)) return;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      description: 'A browser is sent to an address that the HTTP request names, which may be any.',
    });
  };

/** A route sends browsers to an address that the request names. */
export const openRedirect: Rule = {
  id: 'MCP-G006',
  class: 'G',
  title: 'Redirect to an address of the request',
  severity: 'medium',
  confidence: 'medium',
  cwe: 601,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  what: 'A route of the server answers with a redirect to an address in the query or body of the request, and nothing compares it with the addresses that it may be.',
  why: 'A link to the trusted server leads to a page of the attacker. In a sign-in it carries the code or token there.',
  example: {
    language: 'typescript',
    bad: 'res.redirect(`${req.query.redirect_uri}?code=${code}`);',
    good: 'if (!client.redirect_uris.includes(req.query.redirect_uri)) return res.status(400).end();\nres.redirect(`${req.query.redirect_uri}?code=${code}`);',
  },
  fix: 'Compare the address with those that the client has registered, or redirect to paths of the own server alone.',
  notCounted: [
    'addresses compared with a list',
    'paths after a fixed host',
    'functions named as checks of addresses',
  ],
  calls: {
    ...byName(names.openRedirect.first, redirect(0, 'url')),
    'net/http.Redirect': redirect(2),
  },
};
