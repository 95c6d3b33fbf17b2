import { match } from 'path-to-regexp';

/** A method that routes answer, in upper case. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Route {
  readonly method: RouteMethod;
  readonly pattern: string;
  readonly fits: (path: string) => boolean;
}

/** The routes of the application, as they were registered: what the router itself does not tell. */
export class RouteTable {
  private readonly routes: Route[] = [];

  /** @param pattern of paths, as Express reads it */
  add(method: RouteMethod, pattern: string): void {
    // As Express does by the same library: upper and lower case differ, a trailing slash does not count.
    const matches = match(pattern, { sensitive: true, decode: false });
    this.routes.push({ method, pattern, fits: (path) => matches(path) !== false });
  }

  /** Every route, such as `GET /v1/catalog`. */
  get names(): string[] {
    return this.routes.map(({ method, pattern }) => `${method} ${pattern}`);
  }

  /** The methods with which some route answers `path`: what `Allow` says beside a 405. */
  allowedMethods(path: string): string[] {
    const methods = new Set<string>();
    for (const { method, fits } of this.routes) if (fits(path)) methods.add(method);
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}
