import calculators from 'ae-cvss-calculator';

/** The base score of a CVSS 3.1 vector without its prefix, `AV:N/AC:L/…`: 0 to 10 with one decimal. */
export const baseScore = (vector: string): number =>
  new calculators.Cvss3P1(vector).calculateScores().base ?? 0;
