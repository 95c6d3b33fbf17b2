/** How to read the results of controls in parts. */
export interface ResultParts {
  /** The number of controls whose results are read together: several only if all MCPs are. */
  readonly controlsAtOnce: number;
  /** The numbers of MCPs whose results are read together. */
  readonly mcpsAtOnce: readonly number[];
}

/**
 * Divides the results of controls for MCPs into as few parts as possible, each with at most `limit` results and ids of findings
 * that explain them. So one statement reads what fits into memory, and others have a number of statements that grows with it.
 * @param findings for each MCP, the most findings that explain results
 * @param controls the number of controls
 * @param limit more than any MCP has for one control
 */
export function resultParts(findings: readonly number[], controls: number, limit: number): ResultParts {
  const all = findings.reduce((sum, each) => sum + each, 0);
  const controlsAtOnce = Math.min(controls, Math.floor((limit - all) / findings.length));
  if (controlsAtOnce >= 1) return { controlsAtOnce, mcpsAtOnce: [findings.length] };
  const mcpsAtOnce: number[] = [];
  let count = 0;
  let size = 0;
  for (const each of findings) {
    if (count > 0 && size + 1 + each > limit) {
      mcpsAtOnce.push(count);
      [count, size] = [0, 0];
    }
    count += 1;
    size += 1 + each;
  }
  return { controlsAtOnce: 1, mcpsAtOnce: [...mcpsAtOnce, count] };
}
