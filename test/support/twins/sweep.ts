import type { ApiClient } from '../api-client.js';
import type { Operation } from '../openapi-contract.js';
import { plain, type PlainAnswer } from './answers.js';
import { ownRequests, type ReadRequest } from './requests.js';
import type { CallerName, TwinWorld } from './world.js';

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

/** Every request, with the callers whose answers are compared. */
export const ASKED: readonly Asked[] = ownRequests().flatMap((request) =>
  callersOf(request.operation).flatMap((caller, index) =>
    // A filter is the same for all, except the catalog's for visitors.
    request.plain === undefined || index === 0 || caller === 'visitor' ? [{ caller, request }] : [],
  ),
);

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
