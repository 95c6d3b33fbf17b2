import type { CallEvent } from '../../engine/events.js';
import { named, option } from '../../engine/expressions/call-arguments.js';
import { surely } from '../../engine/values/value.js';
import { byName } from '../../models/model.js';
import { sinkOf } from '../support/locations.js';
import type { CallCheck, Checks, PackageView, Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

const DESCRIPTION =
  'Messages of any length are taken from whoever connects, before anything about the connection is checked.';

const reportFinding = (event: CallEvent, report: Report): void =>
  report({ at: event.frame, lines: event.node, sink: sinkOf(event), description: DESCRIPTION });

/** `new WebSocketServer({ server })`; unknown options may contain a limit. */
const script: CallCheck = (event, report) => {
  const [options] = event.arguments.positional;
  const isKnown = options === undefined || options.objects.some(({ rest }) => !rest);
  if (isKnown && !option(event, 'maxPayload')) reportFinding(event, report);
};

/** `websockets.serve(handler, host, port, max_size=None)`: its default is a megabyte. */
const python: CallCheck = (event, report) => {
  if (surely(named(event, 'max_size'), null)) reportFinding(event, report);
};

/** Whether some code of the package limits what is read from a connection. */
const limitsReads = (view: PackageView): boolean =>
  view.paths.some(
    (path) => path.endsWith('.go') && (view.file(path)?.text.includes('SetReadLimit') ?? false),
  );

/** A WebSocket server without a limit on the size of messages. */
export const messageSize: Rule = {
  id: 'MCP-M008',
  class: 'M',
  title: 'WebSocket messages without a size limit',
  severity: 'low',
  confidence: 'medium',
  cwe: 770,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L',
  what: "A WebSocket server of `ws` without `maxPayload`, of gorilla without `SetReadLimit`, or of Python's `websockets` with `max_size=None`.",
  why: 'Each connection may send messages of a hundred megabytes and more, which are kept until they are complete: a few clients take all memory.',
  example: {
    language: 'javascript',
    bad: 'const wss = new WebSocketServer({ server });',
    good: 'const wss = new WebSocketServer({ server, maxPayload: 256 * 1024 });',
  },
  fix: 'Set the largest message that clients need, and the number of connections for each address.',
  notCounted: ['servers whose options are put together elsewhere', 'clients'],
  remembering: (): Checks => {
    const upgrades: CallEvent[] = [];
    return {
      calls: {
        ...byName(names.sockets.servers, script),
        ...byName(['websockets.serve', 'websockets.server.serve', 'websockets.asyncio.server.serve'], python),
        'github.com/gorilla/websocket.Upgrader().Upgrade': (event) => void upgrades.push(event),
      },
      package: (view, report) => {
        const [first] = upgrades;
        if (first && !limitsReads(view)) reportFinding(first, report);
      },
    };
  },
};
