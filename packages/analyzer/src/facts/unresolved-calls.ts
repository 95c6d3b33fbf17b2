import { toolsAt } from '../engine/calls/frames.js';
import type { CallEvent, UnresolvedEvent } from '../engine/events.js';
import type { Entry } from '../engine/frame.js';
import { RunRecord } from '../engine/run-record.js';
import { printablePath } from '../findings/printable.js';
import type { Call, Expression, FunctionDefinition } from '../ir/program.js';
import { compareText } from '../common/text-order.js';

/** A handler whose calls of methods without a known class are more than this share of its calls of the package's own code is not followed. */
const MAX_SHARE = 0.25;
/** More calls of a handler are not counted. */
const MAX_COUNTED = 100;
/** More calls are counted. */
const MAX_REPORTED = 5;
const MAX_SITES = 500;
const MAX_RECORDS = 64;
const MAX_TEXT = 60;

/** A call that was not resolved whenever it was made. */
interface Site {
  readonly call: Call;
  readonly module: string;
  readonly reason: UnresolvedEvent['reason'];
  readonly records: Set<RunRecord>;
  /** The handlers in which it was made, as the report names them. */
  readonly handlers: Set<string>;
  readonly entries: Set<Entry>;
}

const KINDS: ReadonlySet<Entry['kind']> = new Set(['tool', 'resource', 'prompt', 'route']);

/** Whether a call matters for what a client reaches. The code of HTTP servers often is a library's, copied into the package. */
const counts = ({ kind }: Entry, reason: Site['reason']): boolean =>
  kind === 'route' ? reason === 'module' : KINDS.has(kind);

/** A handler, as the report names it. */
function handlerNames({ kind, name }: Entry, tools: readonly string[] = []): string[] {
  if (kind !== 'tool') return [name === '' ? `a ${kind}` : `${kind} ${name}`];
  const known = tools.length > 0 ? tools : name === '' ? [] : [name];
  return known.length > 0 ? known.map((each) => `tool ${each}`) : ['the handler of all tools'];
}

/** The callee of a call as it is written, without the arguments of calls in it. */
function written(node: Expression): string {
  switch (node.kind) {
    case 'name':
      return node.name;
    case 'member':
      return `${written(node.object)}.${node.property}`;
    case 'index':
      return `${written(node.object)}[…]`;
    case 'call':
      return `${written(node.callee)}(…)`;
    case 'await':
    case 'cast':
      return written(node.value);
    default:
      return '…';
  }
}

const short = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

const newSite = (call: Call, module: string, reason: Site['reason']): Site => ({
  call,
  module,
  reason,
  records: new Set(),
  handlers: new Set(),
  entries: new Set(),
});

function worded({ module, call, handlers }: Site): string {
  const [first = '', ...others] = [...handlers].sort(compareText);
  const who = others.length > 0 ? `${first} and ${others.length} more reach` : `${first} reaches`;
  return `${printablePath(module)}: line ${call.line} calls ${short(written(call.callee))}, whose code was not found; ${who} it`;
}

/** The handlers of whose calls too many lead to methods without a known class. */
function lostAmong(sites: readonly Site[], made: ReadonlyMap<Entry, ReadonlySet<Call>>): ReadonlySet<Entry> {
  const counts = new Map<Entry, number>();
  for (const { entries } of sites)
    for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return new Set(
    [...counts].flatMap(([entry, count]) =>
      count > MAX_SHARE * (made.get(entry)?.size ?? 0) ? [entry] : [],
    ),
  );
}

/**
 * Calls in handlers that lead into the package's own code and that were not resolved: the code behind them was not followed, so
 * that nothing is known of what it does.
 */
export class UnresolvedCalls {
  private readonly sites = new Map<Call, Site>();
  /** Calls that were resolved at least once. */
  private readonly resolved = new WeakSet<Call>();
  /** The calls of the package's own code that each handler makes. */
  private readonly made = new Map<Entry, Set<Call>>();
  /** Whether there are more sites than are kept. */
  private isFull = false;

  /** @param bundles the paths of modules that contain code of libraries, whose objects are not the package's */
  constructor(private readonly bundles: ReadonlySet<string>) {}

  /** Notes that a call was made. */
  see({ callee, node, frame: { entry } }: CallEvent): void {
    if (!callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class')) return;
    this.resolved.add(node);
    if (KINDS.has(entry.kind)) this.count(entry, node);
  }

  private count(entry: Entry, node: Call): void {
    const calls = this.made.get(entry) ?? new Set();
    this.made.set(entry, calls);
    if (calls.size < MAX_COUNTED) calls.add(node);
  }

  /** Notes that a call was not resolved. */
  note({ node, frame, reason }: UnresolvedEvent): void {
    if (reason !== 'module' && this.bundles.has(frame.module)) return;
    const known = this.sites.get(node);
    if (!known && this.sites.size >= MAX_SITES) {
      this.isFull = true;
      return;
    }
    const site = known ?? newSite(node, frame.module, reason);
    this.sites.set(node, site);
    const { entry, record } = frame;
    if (counts(entry, reason)) {
      this.count(entry, node);
      site.entries.add(entry);
      for (const each of handlerNames(entry, toolsAt(frame))) site.handlers.add(each);
    } else if (record && site.records.size < MAX_RECORDS) site.records.add(record);
  }

  /**
   * Why the analysis is incomplete, in words.
   * @param entries what the functions handle that clients reach
   */
  reasons(entries: ReadonlyMap<FunctionDefinition, readonly Entry[]>): string[] {
    const open = [...this.sites.values()].filter((site) => this.isOpen(site, entries));
    const lost = lostAmong(open, this.made);
    const sorted = open
      .filter((site) => site.reason !== 'method' || [...site.entries].some((entry) => lost.has(entry)))
      .sort((left, right) => compareText(left.module, right.module) || left.call.line - right.call.line);
    const reported = sorted.slice(0, MAX_REPORTED).map(worded);
    const rest = sorted.length - reported.length;
    if (rest === 0 && !this.isFull) return reported;
    const count = `${rest}${this.isFull ? ' or more' : ''}`;
    return [...reported, `further calls of the package's own code were not resolved: ${count}`];
  }

  private isOpen(site: Site, entries: ReadonlyMap<FunctionDefinition, readonly Entry[]>): boolean {
    if (this.resolved.has(site.call)) return false;
    // A summary that was made before may be that of a handler, or be reused in one.
    for (const { definition } of RunRecord.leadingTo(site.records))
      for (const entry of entries.get(definition) ?? []) {
        if (!counts(entry, site.reason)) continue;
        site.entries.add(entry);
        for (const each of handlerNames(entry)) site.handlers.add(each);
      }
    return site.handlers.size > 0;
  }
}
