import { assumptionsAt } from '../../engine/flow/deciding.js';
import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { isAbsent } from '../../engine/values/assumptions.js';
import { Assumption } from '../../engine/values/reasons.js';
import type { Value } from '../../engine/values/value.js';
import type { FunctionDefinition } from '../../ir/program.js';
import type { Listening } from '../surface.js';
import {
  covers,
  isBefore,
  isPublic,
  stepsIn,
  type Given,
  type LibraryAccess,
  type Position,
  type Step,
  type Use,
} from './uses.js';
import { allOf, anyOf, ChecksSeen, handlerAt, OPEN, optionally, type Access, type Route } from './checks.js';

/** A place at which a transport takes requests: the function of a route, or a server. */
export type Place =
  | { readonly handler: FunctionDefinition; readonly excluded: number }
  | {
      readonly servers: readonly number[];
      /** They listen by themselves: what is not known to come before them does not. */
      readonly listens: boolean;
    };

/** A transport or a server, and where requests come to it. */
export interface Started {
  readonly listening: Listening;
  readonly places: readonly Place[];
}

/** Whether clients of the protocol connect to it over a network. */
const isTransport = ({ transport, isServer }: Listening): boolean =>
  isServer !== true && transport !== 'stdio' && transport !== 'socket';

const NO_SERVERS: readonly number[] = [];

/** Servers mounted in others, up to this depth. */
const MAX_DEPTH = 4;
/** A package with more registrations than these is not one that is written by hand. */
const MAX_USES = 4000;

/** Collects what comes before the handlers of HTTP servers, and says what it refuses. */
export class AccessCollector {
  private readonly seen = new ChecksSeen();
  private readonly servers = new Set<number>();
  private readonly uses: Use[] = [];
  private readonly names = new Map<FunctionDefinition, Route>();
  /** The servers in which a server is mounted, and where. */
  private readonly parents = new Map<number, Map<number, Position>>();
  private readonly guarded = new Map<number, Access>();
  private readonly exposed = new Set<number>();
  /** The functions of routes that pass requests on to a server. */
  private readonly passing = new Map<number, Set<FunctionDefinition>>();
  private readonly handled: { readonly file: string; readonly place: Place }[] = [];

  /** Notes that a value is a server, a router or an application of a library. */
  server(value: Value): Value {
    for (const { id } of value.objects) this.servers.add(id);
    return value;
  }

  /** The ids of the servers that a value may be. */
  serversOf(value: Value | undefined): readonly number[] {
    if (!value || value.objects.length + value.targets.length === 0) return NO_SERVERS;
    const ids = value.objects.map(({ id }) => id);
    // A method of a server that is given as a value: `app.fetch`.
    for (const target of value.targets)
      if (target.kind === 'external' && target.self) ids.push(target.self.id);
    return ids.filter((id) => this.servers.has(id));
  }

  /** Watches the events of a run. */
  see(event: Event): void {
    if (event.kind === 'refusal') this.seen.see(event);
    if (event.kind === 'answer') this.seen.answer(event);
    if (event.kind === 'end') this.seen.end(event.frame);
  }

  /** A function says by its result whether a request is taken. */
  predicate(definition: FunctionDefinition): void {
    this.seen.predicates.add(definition);
  }

  /** A function of a route passes a request on. */
  pass(frame: Frame): void {
    this.seen.pass(frame);
  }

  /** Functions are given to a server in a call. */
  use(given: Given, { frame, node }: Pick<CallEvent, 'frame' | 'node'>, library: LibraryAccess): void {
    this.give(given, frame, node.line, library);
  }

  /** Functions are given to a server by a line of code. */
  give(
    { servers, path, isFilter, values, isForAll }: Given,
    frame: Frame,
    line: number,
    library: LibraryAccess = () => undefined,
  ): void {
    if (this.uses.length >= MAX_USES) return;
    const steps = values.flatMap((value) => stepsIn(value, library));
    if (steps.length === 0) return;
    this.uses.push({
      servers,
      path,
      isFilter,
      steps,
      isOptional: isOptionalAt(frame),
      isCalled: isCalledAt(frame),
      within: frame.function ?? frame.module,
      line: isForAll ? 0 : line,
    });
  }

  /** A route has a name and a place in the code. */
  name(handler: FunctionDefinition, route: Route): void {
    if (!this.names.has(handler)) this.names.set(handler, route);
  }

  /** A server is mounted in another one at a path, or handles its requests. */
  mount(
    inner: readonly number[],
    outer: readonly number[],
    { frame, node }: Pick<CallEvent, 'frame' | 'node'>,
    path?: string,
  ): void {
    for (const id of inner) {
      const parents = this.parents.get(id) ?? new Map<number, Position>();
      const position = { path, within: frame.function ?? frame.module, line: node.line };
      for (const other of outer) if (id !== other) parents.set(other, position);
      this.parents.set(id, parents);
    }
  }

  /** A server checks requests by itself: an option of its constructor says so. */
  guard(servers: readonly number[], access: Access, frame: Frame): void {
    const given = isOptionalAt(frame) ? optionally(access) : access;
    for (const id of servers) this.guarded.set(id, allOf([given, this.guarded.get(id) ?? OPEN]));
  }

  /** An option switches off what the library checks for these servers by default. */
  expose(servers: readonly number[]): void {
    for (const id of servers) this.exposed.add(id);
  }

  isExposed(servers: readonly number[]): boolean {
    return servers.some((id) => this.exposed.has(id));
  }

  /** A server checks requests with a value that it is given, unless there is none. */
  check(servers: readonly number[], given: Value, access: Access, { frame }: CallEvent): void {
    this.guard(servers, isAbsent(given, Assumption.DEFAULTS) ? optionally(access) : access, frame);
  }

  /** Where requests are taken: by servers, or in the function of a route. */
  placeOf(frame: Frame, servers: readonly number[] = [], listens = true): Place | undefined {
    if (servers.length > 0) return { servers, listens };
    const handler = handlerAt(frame);
    return handler && { handler, excluded: assumptionsAt(frame).excluded };
  }

  /** A function of a route passes a request on to servers. */
  passTo(frame: Frame, servers: readonly number[]): void {
    const handler = handlerAt(frame);
    if (!handler) return;
    for (const id of servers)
      this.passing.set(id, (this.passing.get(id) ?? new Set<FunctionDefinition>()).add(handler));
  }

  /** A function of a route gives a request to a transport. */
  handle(frame: Frame): void {
    const place = this.placeOf(frame);
    if (place && this.handled.length < MAX_USES) this.handled.push({ file: frame.module, place });
  }

  /** What refuses requests before a function handles them. */
  accessOf(handler: FunctionDefinition): Access {
    return this.known(handler) ?? allOf([this.anywhere(), this.seen.accessOf(handler)]);
  }

  /** The same, undefined if the function was given to no server. */
  private known(handler: FunctionDefinition): Access | undefined {
    const ways = this.uses.flatMap((use) =>
      use.steps.flatMap((step, index) =>
        step.functions.includes(handler)
          ? [allOf([...use.steps.slice(0, index).map((each) => this.ofStep(each)), this.ofFilters(use)])]
          : [],
      ),
    );
    return ways.length === 0 ? undefined : allOf([anyOf(ways), this.seen.accessOf(handler)]);
  }

  /** Transports and servers with what their requests must show, and the routes that they are for. */
  withAccess(all: readonly Started[]): readonly Listening[] {
    const transports = all
      .filter(({ listening }) => isTransport(listening))
      .map((each) => this.transport(each));
    return all.map((each) => {
      const { listening } = each;
      if (isTransport(listening)) return this.transport(each);
      // What a server listens for are the transports of its file.
      const beside = transports.filter(({ file }) => file === listening.file);
      const access = beside.flatMap((transport) => transport.access ?? []);
      if (listening.isServer !== true || access.length === 0) return this.transport(each);
      return { ...listening, access: anyOf(access) };
    });
  }

  private transport({ listening, places }: Started): Listening {
    const around = this.accessAt(places, listening);
    const [route] = places.flatMap((place) =>
      'handler' in place ? (this.names.get(place.handler) ?? []) : [],
    );
    const access = listening.access ? allOf([listening.access, around]) : around;
    const isCalled = listening.isCalled !== false && this.isCalled(places);
    return { ...listening, access, isCalled, ...(route && { route }) };
  }

  /** Whether something is known to lead to the places of a transport. */
  private isCalled(places: readonly Place[]): boolean {
    return places.every((place) => {
      if ('servers' in place) return true;
      const uses = this.uses.filter(({ steps }) =>
        steps.some(({ functions }) => functions.includes(place.handler)),
      );
      return uses.length === 0 || uses.some(({ isCalled }) => isCalled);
    });
  }

  /** What refuses requests at the places of a transport in a file. */
  private accessAt(places: readonly Place[], { file, isServer }: Listening): Access {
    const handled = this.handled.filter((each) => each.file === file);
    const later = (handled.length > 0 ? handled : this.handled).map(({ place }) => place);
    const all = places.length > 0 ? places : later;
    if (all.length === 0) return this.anywhere();
    const ways = isServer ? this.waysInto(places) : [];
    return anyOf((ways.length > 0 ? ways : all).map((place) => this.ofPlace(place, later)));
  }

  /** The routes of servers, and the servers that are mounted in them. */
  private waysInto(places: readonly Place[]): readonly Place[] {
    const servers = places.flatMap((place) => ('servers' in place ? place.servers : []));
    const inner = [...this.parents.keys()].filter(
      (id) => !this.isRouter(id) && this.around([id]).some((each) => servers.includes(each)),
    );
    return [
      ...this.handlersAt(places).map((handler) => ({ handler, excluded: 0 })),
      ...inner.map((id) => ({ servers: [id], listens: true })),
    ];
  }

  /** Whether a server has others in it, or routes. */
  private isRouter(id: number): boolean {
    return (
      [...this.parents.values()].some((parents) => parents.has(id)) ||
      this.uses.some((use) => !use.isFilter && use.servers.includes(id))
    );
  }

  /** The handlers of the routes of servers, apart from those that anybody may ask. */
  private handlersAt(places: readonly Place[]): readonly FunctionDefinition[] {
    const servers = new Set(places.flatMap((place) => ('servers' in place ? place.servers : [])));
    const routes = this.uses.filter(
      (use) => !use.isFilter && this.around(use.servers).some((id) => servers.has(id)) && !isPublic(use),
    );
    return routes.flatMap(({ steps }) => steps.at(-1)?.functions ?? []);
  }

  private ofPlace(place: Place, later: readonly Place[]): Access {
    if ('servers' in place) return this.ofServers(place.servers, place.listens);
    // What makes a transport may check the request after it, and before it hands it over.
    const same = later.flatMap((each) =>
      'handler' in each && each.handler === place.handler ? [excludedAccess(each.excluded)] : [],
    );
    const own = allOf([excludedAccess(place.excluded), anyOf(same)]);
    return allOf([own, this.accessOf(place.handler)]);
  }

  /** What refuses all requests to servers. */
  private ofServers(servers: readonly number[], listen: boolean): Access {
    return anyOf(
      servers.map((id) => {
        const all = this.around([id]);
        const passing = all.flatMap((each) => [...(this.passing.get(each) ?? [])]);
        const isKnown = listen || all.length > 1 || passing.length > 0;
        if (!isKnown) return this.anywhere();
        return allOf([
          ...all.map((each) => this.ofServer(each)),
          anyOf(passing.map((each) => this.accessOf(each))),
        ]);
      }),
    );
  }

  private ofServer(id: number): Access {
    const filters = this.uses.filter(
      ({ isFilter, servers, path }) =>
        isFilter && (servers.length === 0 || servers.includes(id)) && covers(path, '/'),
    );
    return allOf([this.guarded.get(id) ?? OPEN, ...filters.map((use) => this.ofUse(use))]);
  }

  /** The servers and those that they are mounted in. */
  private around(servers: readonly number[]): number[] {
    return [...this.positionsOf(servers, { path: undefined, within: '', line: 0 }).keys()];
  }

  /** Where a route is in its servers, and in those that they are mounted in. */
  private positionsOf(servers: readonly number[], own: Position): ReadonlyMap<number, Position> {
    const positions = new Map(servers.map((id) => [id, own] as const));
    for (let depth = 0; depth < MAX_DEPTH; depth += 1)
      for (const [id, { path }] of [...positions])
        for (const [parent, mounted] of this.parents.get(id) ?? []) {
          const isKnown = mounted.path !== undefined && path !== undefined;
          if (!positions.has(parent))
            positions.set(parent, { ...mounted, path: isKnown ? `${mounted.path}${path}` : undefined });
        }
    return positions;
  }

  /** What is given to the servers of a route for all of their requests. */
  private ofFilters(route: Use): Access {
    const positions = this.positionsOf(route.servers, route);
    const filters = this.uses.filter(
      (use) => use !== route && use.isFilter && isBefore(use, route, positions),
    );
    return allOf([
      ...[...positions.keys()].map((id) => this.guarded.get(id) ?? OPEN),
      ...filters.map((use) => this.ofUse(use)),
    ]);
  }

  /** All that refuses requests somewhere: where it is not known what a request passes. */
  anywhere(): Access {
    return allOf([...this.guarded.values(), ...this.uses.map((use) => this.ofUse(use))]);
  }

  private ofUse({ steps, isOptional }: Use): Access {
    const access = allOf(steps.map((step) => this.ofStep(step)));
    return isOptional ? optionally(access) : access;
  }

  private ofStep({ functions, library, isOptional }: Step): Access {
    const all = [...functions.map((each) => this.seen.accessOf(each)), ...(library ? [library] : [])];
    const access = anyOf(all);
    return isOptional ? optionally(access) : access;
  }
}

/** What a point that assumptions exclude is protected by. */
const excludedAccess = (excluded: number): Access => ({
  authentication: (excluded & Assumption.ANONYMOUS) === 0 ? 'none' : 'required',
  origin: (excluded & Assumption.FOREIGN) === 0 ? 'none' : 'required',
});

/** Whether something is known to call the code at a frame: the program at its start, or a client. */
export const isCalledAt = ({ entry }: Frame): boolean => entry.kind !== 'function';

/** Whether code runs only if something is configured. */
const isOptionalAt = (frame: Frame): boolean => (assumptionsAt(frame).excluded & Assumption.DEFAULTS) !== 0;
