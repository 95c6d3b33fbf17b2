import type { ApiClient } from '../api-client.js';
import type { Operation } from '../openapi-contract.js';
import { plain, type PlainAnswer } from './answers.js';
import { OTHERS, OWN } from './organizations.js';
import { mixedRequests, ownRequests, requestsOf, type ReadRequest } from './requests.js';
import { OTHER_PEOPLE, OTHER_TOKENS, type CallerName, type TwinWorld } from './world.js';

// What they are answered about others is what everybody else of the organization is.
const ABOUT_OTHERS: readonly CallerName[] = [
  'owner',
  'visitor',
  'token ci',
  'token grc',
  'platform',
  'publisher',
];

/** A request with its caller. */
export interface Asked {
  readonly caller: CallerName;
  readonly request: ReadRequest;
}

/** Whose answers to an operation are compared; those who ask with every filter are first. Refusals are tested elsewhere. */
function callersOf({ api, access }: Operation): readonly CallerName[] {
  if (api === 'registry') return ['publisher', 'visitor'];
  switch (access['kind']) {
    case 'platform_admin':
      return ['platform'];
    case 'service_token':
      return access['scope'] === 'grc:read' ? ['token grc'] : ['token ci'];
    case 'user':
      return ['owner', 'invited', 'member', 'platform'];
    case 'caller':
      return ['owner', 'token all'];
    case 'open':
      return ['visitor'];
    case 'public':
      return ['owner', 'visitor', 'member', 'token read', 'token ci', 'platform'];
    default:
      return membersWith(access);
  }
}

/** The members and service tokens that have a permission. */
function membersWith({ permission, orScope }: Operation['access']): readonly CallerName[] {
  const reads = ['org:read', 'mcp:read', 'policy:read', 'report:read', 'area:read'].includes(
    permission as string,
  );
  return [
    'owner',
    'token all',
    'admin',
    ...(reads ? (['member', 'lead'] as const) : []),
    ...(permission === 'mcp:read' ? (['token read'] as const) : []),
    ...(orScope === 'ci:org' ? (['token ci'] as const) : []),
  ];
}

/** Those about history last: the list of evaluations would show how they went. */
function inOrder(requests: readonly ReadRequest[]): readonly ReadRequest[] {
  const isLast = ({ namesPast = false }: ReadRequest): boolean => namesPast;
  return [...requests.filter((request) => !isLast(request)), ...requests.filter(isLast)];
}

/** Every request, with the callers whose answers are compared. */
export const ASKED: readonly Asked[] = inOrder(ownRequests()).flatMap((request) =>
  callersOf(request.operation).flatMap((caller, index) =>
    // A filter is the same for all, except the catalog's for visitors.
    request.plain === undefined || index === 0 || caller === 'visitor' ? [{ caller, request }] : [],
  ),
);

/**
 * Questions about others by the organization's people, and questions about the organization and its twins by members of the
 * twins and by those who are not let in any longer.
 */
export const ASKED_OF_OTHERS: readonly Asked[] = [
  ...mixedRequests().flatMap((request) =>
    callersOf(request.operation)
      .filter((caller) => ABOUT_OTHERS.includes(caller))
      .map((caller) => ({ caller, request })),
  ),
  ...ownRequests()
    .filter(({ plain: filtered, json }) => filtered === undefined && json === undefined)
    .flatMap((request) => strangersTo(request.operation).map((caller) => ({ caller, request }))),
  ...OTHERS.flatMap(({ key }, index) =>
    requestsOf(OTHERS[index] ?? OWN).flatMap((request) =>
      strangersTo(request.operation)
        .filter((caller) => caller.startsWith(`${key} `))
        .map((caller) => ({ caller, request })),
    ),
  ),
];

/** Callers of other organizations and dead accounts. */
function strangersTo({ api, access }: Operation): readonly CallerName[] {
  if (api === 'registry' || access['kind'] === 'open') return [];
  return access['kind'] === 'service_token' ? OTHER_TOKENS : OTHER_PEOPLE;
}

export const nameOf = ({ caller, request: { operation, path, json } }: Asked): string =>
  `${caller}: ${operation.method} ${path}${json === undefined ? '' : ` ${JSON.stringify(json).slice(0, 90)}`}`;

/** Asks one question in a world. */
async function ask(world: TwinWorld, { caller, request }: Asked): Promise<PlainAnswer> {
  const client: ApiClient = await world.caller(caller);
  const { operation, path, json } = request;
  return plain(await client.send(operation.method as 'GET', path, { ...(json && { json }) }));
}

/** The answers of a world to these questions. */
export async function sweep(world: TwinWorld, asked = ASKED): Promise<ReadonlyMap<Asked, PlainAnswer>> {
  const answers = new Map<Asked, PlainAnswer>();
  for (const each of asked) answers.set(each, await ask(world, each));
  await world.forget();
  return answers;
}
