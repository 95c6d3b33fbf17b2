import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallEvent } from '../../engine/events.js';
import { taintsHere } from '../../engine/values/derive.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { maybe, type Value } from '../../engine/values/value.js';
import { answerOf, CHOSEN_ADDRESS } from '../../models/addresses.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { PYTHON_REQUESTS } from '../support/requests.js';
import { comparesLength } from './lengths.js';

/** The answer of an address that a client chooses, without a limit of its size. */
const chosenIn = (value: Value, { frame }: CallEvent): Taint | undefined =>
  taintsHere(value, frame).find(
    ({ source, sanitizedFor }) =>
      source.name === CHOSEN_ADDRESS &&
      (sanitizedFor & (SanitizedFor.SIZE | SanitizedFor.PARSED | SanitizedFor.FIELDS)) === 0,
  );

function reportFinding(event: CallEvent, taint: Taint | undefined, report: Report): void {
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    ...(taint && { taint }),
    description:
      'What an address answers that a client chooses is read into memory however long it is: an answer that never ends takes all of it.',
  });
}

/** `await response.text()`, `io.ReadAll(response.Body)`. */
const readAll =
  (index: 'receiver' | number): CallCheck =>
  (event, report) => {
    if (!inHandler(event.frame) || comparesLength(event.frame)) return;
    const taint = chosenIn(argument(event, index), event);
    if (taint) reportFinding(event, taint, report);
  };

/** `requests.get(url)`: unless the answer is streamed, the call reads all of it. */
const requested: CallCheck = (event, report) => {
  if (!inHandler(event.frame) || maybe(event.arguments.named.get('stream'), true)) return;
  if (event.method === 'stream' || answerOf(event) !== CHOSEN_ADDRESS) return;
  reportFinding(event, undefined, report);
};

const READERS = ['text', 'json', 'arrayBuffer', 'blob', 'bytes', 'buffer', 'formData'];

/** A download without a size limit. */
export const openDownload: Rule = {
  id: 'MCP-M009',
  preview: true,
  class: 'M',
  title: 'Download of any size read into memory',
  severity: 'low',
  confidence: 'medium',
  cwe: 770,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:N/I:N/A:L',
  what: 'The answer of an address that a client chooses is read as a whole, with nothing that says how long it may be.',
  why: 'The other side sends without end, and the memory of the server is gone for all of its clients.',
  example: {
    language: 'python',
    bad: 'page = requests.get(url, timeout=10).text',
    good: 'with requests.get(url, timeout=10, stream=True) as response:\n    page = response.raw.read(1_000_000, decode_content=True)',
  },
  fix: 'Read piece by piece up to a limit, and refuse what says in `Content-Length` that it is longer.',
  notCounted: ['answers of the services that the server is for', 'functions that compare lengths'],
  calls: {
    ...byName(
      READERS.map((name) => `.${name}`),
      readAll('receiver'),
    ),
    ...byName(['io.ReadAll', 'os.ReadAll'], readAll(0)),
    ...byName(PYTHON_REQUESTS, requested),
  },
};
