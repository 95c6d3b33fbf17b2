import { createHash } from 'node:crypto';

/** A parameter of a tool with its description; null where it has none. */
export type DescribedParameter = readonly [name: string, description: string | null];

/** SHA-256 of the names and descriptions of a tool's parameters, `sha256:<hex>`, whatever their order. */
export function parametersDigest(parameters: readonly DescribedParameter[]): string {
  const sorted = [...parameters].sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return `sha256:${createHash('sha256').update(JSON.stringify(sorted)).digest('hex')}`;
}
