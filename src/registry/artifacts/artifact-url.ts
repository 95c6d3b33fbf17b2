/** Path of an artifact's download endpoint, relative to the registry's base address. `part` is `bundle`, `manifest` or `evidence/<kind>`. */
export const artifactUrl = (org: string, digest: string, part: string): string =>
  `/v1/org/${org}/artifacts/${digest}/${part}`;
