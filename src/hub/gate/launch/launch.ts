/** An image or address of which an organization says that it is a version of a server. */
export interface LaunchTarget {
  readonly kind: 'image' | 'remote';
  readonly target: string;
  /** Null for an address that always serves the newest version. */
  readonly versionId: string | null;
}

/** How an organization starts a server (hub contract 37). */
export interface Launch {
  /** Programs with their arguments, in which `{version}` stands for the version. */
  readonly commands: readonly (readonly string[])[];
  /** Names of variables that it is started with, besides those that it reads. */
  readonly variables: readonly string[];
  /** In the order of their kind and text. */
  readonly targets: readonly LaunchTarget[];
}
