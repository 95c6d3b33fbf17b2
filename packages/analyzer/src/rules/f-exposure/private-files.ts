import type { CallEvent } from '../../engine/events.js';
import { constantPrefix } from '../../engine/expressions/texts.js';
import { taintsWithin } from '../../engine/values/objects.js';
import type { Taint } from '../../engine/values/taint.js';
import { UNKNOWN, type Value } from '../../engine/values/value.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import { REQUESTS, requestAddress, sentBy } from '../support/requests.js';
import type { CallCheck, Checks, Rule } from '../rule.js';
import { privateFile, type PrivateFile } from './private-paths.js';
import names from './names.json' with { type: 'json' };

const BY_ARGUMENT = names.privateFiles.byArgument;
const BY_RECEIVER = ['read_text', 'read_bytes', 'glob', 'rglob', 'iterdir', 'open'].map(
  (name) => `pathlib.Path().${name}`,
);
/** Sends a Go request, which contains its body. */
const SENDS = ['net/http.Client().Do', 'net/http.DefaultClient.Do'];

/** The lines of the function that reads a private file. */
interface Read extends PrivateFile {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

const isWriting = (event: CallEvent): boolean =>
  event.arguments.positional
    .slice(1)
    .some(({ constants }) =>
      constants?.some((each) => typeof each === 'string' && /^[wax]b?\+?$/u.test(each)),
    );

/** Reads files that servers have no business with. */
export const privateFiles: Rule = {
  id: 'MCP-F003',
  class: 'F',
  title: 'Private files of the user read',
  severity: 'high',
  confidence: 'high',
  cwe: 200,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:N',
  what: 'SSH keys, credentials of clouds, browser profiles, wallets or the configuration of other agents, read by a path in the code; worst when the content is sent away.',
  why: 'A server runs with all rights of its user; what it collects there opens every other account.',
  example: {
    language: 'javascript',
    bad: "const key = fs.readFileSync(path.join(os.homedir(), '.ssh/id_ed25519'));",
    good: 'const key = fs.readFileSync(config.keyFile);',
  },
  fix: 'Read only files that the user has named in the server’s configuration.',
  notCounted: [
    'public keys, `known_hosts` and `~/.ssh/config`',
    'configuration of agents that an installer writes',
    'sending the token of a registry or cloud to that registry or cloud; that it is read is reported',
  ],
  remembering: (): Checks => {
    const reads: Read[] = [];
    const read =
      (pathOf: (event: CallEvent) => Value): CallCheck =>
      (event, report) => {
        const found = isWriting(event) ? undefined : privateFile(pathOf(event));
        if (!found) return;
        const { frame, node } = event;
        const within = frame.function ?? node;
        reads.push({ ...found, file: frame.module, from: within.line, to: within.endLine });
        // Installers update the configuration of agents, and read it first.
        if (found.what.startsWith('the configuration') && !inHandler(frame)) return;
        report({
          at: frame,
          lines: node,
          sink: sinkOf(event),
          severity: found.hasUses ? 'medium' : 'high',
          confidence: found.hasUses ? 'low' : 'medium',
          description: `The server reads ${found.what} of its user by a path in its code.`,
        });
      };
    const readOf = ({ source }: Taint): Read | undefined =>
      source.kind === 'file-content'
        ? reads.find(({ file, from, to }) => file === source.file && from <= source.line && source.line <= to)
        : undefined;
    const sent: CallCheck = (event, report) => {
      for (const value of [...sentBy(event), ...(event.method === 'Do' ? event.arguments.positional : [])])
        for (const taint of taintsWithin(value, event.frame, 6)) {
          const found = readOf(taint);
          if (!found || found.services?.test(constantPrefix(requestAddress(event)))) continue;
          report({
            at: event.frame,
            lines: event.node,
            sink: sinkOf(event),
            taint,
            severity: 'critical',
            description: `The server reads ${found.what} of its user and sends them away.`,
          });
          return;
        }
    };
    return {
      calls: {
        ...byName(
          BY_ARGUMENT,
          read(({ arguments: { positional } }) => positional[0] ?? UNKNOWN),
        ),
        ...byName(
          BY_RECEIVER,
          read(({ receiver }) => receiver ?? UNKNOWN),
        ),
        ...byName([...REQUESTS, ...SENDS], sent),
      },
    };
  },
};
