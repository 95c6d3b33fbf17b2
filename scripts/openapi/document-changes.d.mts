/** A change to an operation that affects its clients. */
export interface DocumentChange {
  /** As `GET /v1/org/{org}`, with the parameter names of the old document. */
  readonly operation: string;
  readonly level: 'breaking' | 'warning';
  readonly what: string;
}

export declare function documentChanges(before: object, after: object): DocumentChange[];
