/**
 * What is assumed about the usual run of a program, to find out what it does unless somebody changes that: bits. Assumptions never
 * decide which code is analyzed; what they exclude is only labeled.
 */
export const Assumption = {
  /** Nothing is configured: variables of the environment are not set, options have their defaults. */
  DEFAULTS: 1,
  /** The client presents no credential. */
  ANONYMOUS: 2,
  /** A page of another site sends the request: Origin and Host are not those of the server. */
  FOREIGN: 4,
} as const;

/** The assumptions that something follows from. */
export interface Reason {
  /** Bits of Assumption. */
  readonly because: number;
  /** The environment variables that are assumed not to be set. */
  readonly variables?: readonly string[];
}

/** More variables are not named. */
const MAX_VARIABLES = 8;

/** Several reasons as one. */
export function reasonOf(...all: readonly (Reason | undefined)[]): Reason {
  const because = all.reduce((bits, each) => bits | (each?.because ?? 0), 0);
  const variables = [...new Set(all.flatMap((each) => each?.variables ?? []))].slice(0, MAX_VARIABLES);
  return variables.length > 0 ? { because, variables } : { because };
}
