/** A route of an Express application, or a middleware. */
interface Layer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  match: (path: string) => boolean;
}

/** The part of an Express application that lists its routes. */
export interface RouteTable {
  readonly router: { readonly stack: readonly Layer[] };
}

/** The methods with which some route answers `path`, in upper case: what `Allow` says beside a 405. */
export function allowedMethods(routes: RouteTable, path: string): string[] {
  const methods = new Set<string>();
  for (const layer of routes.router.stack) {
    if (layer.route === undefined || !layer.match(path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/**
 * Rules routes out by what their paths begin with. Express tries the pattern of one route after the other, which costs a
 * request among a hundred routes more than its authentication. The application must tell upper from lower case.
 */
export function ruleOutByBeginnings(routes: RouteTable): void {
  for (const layer of routes.router.stack) {
    const beginning = beginningOf(layer.route?.path);
    if (beginning === '') continue;
    const { match } = layer;
    layer.match = (path) => path.startsWith(beginning) && match.call(layer, path);
  }
}

/** What every path of a route begins with: its pattern up to the first part that is not fixed. */
const beginningOf = (pattern: unknown): string =>
  typeof pattern === 'string' ? (/^[\w\-./]*(?=$|[:*])/.exec(pattern)?.[0] ?? '') : '';
