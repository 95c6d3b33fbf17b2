/** A change that clients of an operation notice. */
export interface DocumentChange {
  /** As `GET /v1/org/{org}`, named as before. */
  readonly operation: string;
  readonly level: 'breaking' | 'warning';
  readonly what: string;
}

export declare function documentChanges(before: object, after: object): DocumentChange[];
