import { argument } from '../../engine/expressions/call-arguments.js';
import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { nodesWithin, parameterNames } from '../../ir/walk.js';
import { byName } from '../../models/model.js';
import { sinkOf } from '../support/locations.js';
import { checksScheme } from '../support/address-check.js';
import type { CallCheck, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

const remote = (event: CallEvent): Taint | undefined =>
  taintsHere(argument(event, 0, 'url'), event.frame).find(
    ({ source, sanitizedFor }) => source.kind === 'remote-content' && (sanitizedFor & SanitizedFor.URL) === 0,
  );

/** Functions of clients that the SDK calls with the address at which another server asks to sign in. */
const SIGN_IN = new Set(names.remoteAddressOpened.signIn);

/** Whether the address is the parameter of a function that opens the sign-in of another server. */
function isSignIn({ frame: { function: definition }, node }: CallEvent): boolean {
  if (!definition || !SIGN_IN.has(definition.name)) return false;
  const parameters = parameterNames(definition);
  return nodesWithin(node.arguments[0]).some((each) => each.kind === 'name' && parameters.has(each.name));
}

const check: CallCheck = (event, report) => {
  // The function of that name that opens files.
  if (event.names.includes('open') && event.frame.scope.traits.opensFiles) return;
  const taint = remote(event);
  if ((!taint && !isSignIn(event)) || checksScheme(event)) return;
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    ...(taint && { taint }),
    confidence: 'medium',
    description: `${taint ? taint.source.name : 'The address at which another server asks to sign in'} decides what the system opens: other schemes start other programs, and what starts them may read the rest as a command.`,
  });
};

/** An address from another server is handed to the system. */
export const remoteAddressOpened: Rule = {
  id: 'MCP-A013',
  class: 'A',
  title: 'Address of another server opened by the system',
  severity: 'medium',
  confidence: 'medium',
  cwe: 78,
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:H',
  what: 'An address that another server has sent, such as the one of its sign-in, is given to `open`, `webbrowser.open` or the like, and no code around it looks at the scheme.',
  why: 'The system starts the program that is registered for the scheme; some of these functions go through a shell, where the address can hold a command.',
  example: {
    language: 'typescript',
    bad: 'async redirectToAuthorization(url: URL) {\n  await open(url.toString());\n}',
    good: "async redirectToAuthorization(url: URL) {\n  if (url.protocol !== 'https:') throw new Error('https only');\n  await open(url.href);\n}",
  },
  fix: 'Refuse every scheme but https before the address is opened.',
  notCounted: ['addresses of the code or the configuration', 'code that compares the scheme'],
  calls: byName(names.remoteAddressOpened.opening, check),
};
