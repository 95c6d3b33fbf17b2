/** Entries on a page of a list. */
export const LIST_PAGE = 50;

/** Where a page of a list starts; it lives in the address. */
export interface PageSearch {
  readonly offset?: number;
}

/** The page of a searched list, and what is searched. */
export interface ListSearch extends PageSearch {
  readonly q?: string;
}
