import { match } from 'path-to-regexp';

/** The method of a route, in upper case. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Route {
  readonly method: RouteMethod;
  readonly pattern: string;
  readonly fits: (path: string) => boolean;
}

/** The registered routes of the application, which the router does not expose. */
export class RouteTable {
  private readonly routes: Route[] = [];

  /** @param pattern compiled like Express compiles paths */
  add(method: RouteMethod, pattern: string): void {
    // Same library and options as Express: case-sensitive, trailing slashes ignored.
    const matches = match(pattern, { sensitive: true, decode: false });
    this.routes.push({ method, pattern, fits: (path) => matches(path) !== false });
  }

  /** Every route, such as `GET /v1/catalog`. */
  get names(): string[] {
    return this.routes.map(({ method, pattern }) => `${method} ${pattern}`);
  }

  /** The methods of all routes for `path`, for the `Allow` header of a 405 response. */
  allowedMethods(path: string): string[] {
    const methods = new Set<string>();
    for (const { method, fits } of this.routes) if (fits(path)) methods.add(method);
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }
}
