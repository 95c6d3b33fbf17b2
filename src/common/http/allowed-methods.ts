interface RouteLayer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The part of an Express application that lists its routes. */
export interface RouteTable {
  readonly router: { readonly stack: readonly RouteLayer[] };
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
