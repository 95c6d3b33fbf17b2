import { textOf } from '../../engine/values/value.js';
import { constantPrefix } from '../../engine/expressions/texts.js';
import type { Lines } from '../../ir/program.js';
import { byName } from '../../models/model.js';
import { REQUESTS, requestAddress } from '../support/requests.js';
import type { CallCheck, Checks, Rule } from '../rule.js';

const PLAIN = /^(?:http|ws|ftp):\/\/(?:[^/@?#]*@)?(\[[^\]]*\]|[^/:?#]+)/iu;

/** Hosts on this machine or in a private network, and names without a dot. */
const NEAR =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[|host\.docker\.internal$)|^[^.]+$|\.(?:local|localhost|internal|lan|home|test|invalid|svc|cluster|intranet|corp)$/iu;

/** The public host of an unencrypted URL. */
function plainHost(address: string): string | undefined {
  const host = PLAIN.exec(address)?.[1];
  // `http://${host}/…`: the host is unknown; `http://api.` may continue.
  return host === undefined || NEAR.test(host) || host.endsWith('.') ? undefined : host;
}

/** Unencrypted requests to public hosts. */
export const plainHttp: Rule = {
  id: 'MCP-H005',
  class: 'H',
  title: 'Request over plain http to a foreign host',
  severity: 'medium',
  confidence: 'high',
  cwe: 319,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:L/A:N',
  what: 'A request to a host that is written in the code, with `http://`, `ws://` or `ftp://`.',
  why: 'Everybody on the way reads the tokens and contents, and can answer something else, which the model then believes.',
  example: {
    language: 'javascript',
    bad: 'await fetch("http://api.example.com/items");',
    good: 'await fetch("https://api.example.com/items");',
  },
  fix: 'Use `https://`.',
  notCounted: [
    'this machine, private addresses and names without a dot',
    'names of schemas and namespaces, which nobody sends a request to',
  ],
  remembering: (): Checks => {
    /** Where a URL is defined, by its text. */
    const written = new Map<string, { file: string; lines: Lines }>();
    const check: CallCheck = (event, report) => {
      const address = requestAddress(event);
      const texts = [constantPrefix(address), ...(address.constants ?? []).map(String)];
      for (const text of texts) {
        const host = plainHost(text);
        if (host === undefined) continue;
        const location = [...written].find(([each]) => text.startsWith(each))?.[1];
        const at = !location || location.file === event.frame.module ? event.frame : { file: location.file };
        report({
          at,
          lines: location?.lines ?? event.node,
          sink: `http://${host}`,
          description: `Requests go to \`${host}\` over plain http: whoever is on the way reads and changes them.`,
        });
        return;
      }
    };
    return {
      calls: byName(REQUESTS, check),
      events: {
        store: ({ value, lines, frame }) => {
          const text = textOf(value);
          if (text === undefined || written.has(text)) return;
          if (plainHost(text) !== undefined) written.set(text, { file: frame.module, lines });
        },
      },
    };
  },
};
