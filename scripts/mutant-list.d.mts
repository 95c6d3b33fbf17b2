/** Mutants that tests must detect; see `mutant-list.mjs`. */
export const MUTANTS: readonly {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
  readonly engines?: 'real';
}[];
