/** Orders texts by their code units: the same on every machine, in every locale. */
export const compareText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
