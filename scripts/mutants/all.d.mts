/** A change of one place of a source, which tests must notice. */
export interface Mutant {
  /** The file, declaration, operator and text; it does not depend on positions. */
  readonly id: string;
  readonly area: string;
  readonly file: string;
  readonly isAnalyzer: boolean;
}

/** Those chosen by hand, the rows of the analyzer's tables, and those generated from the sources. */
export function allMutants(): Promise<Mutant[]>;

/** Those that no test can or need notice. */
export function readSurvivors(): { readonly id: string; readonly reason: string }[];
