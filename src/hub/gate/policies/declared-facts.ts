import type { ComparedNames } from '@mcp-hub/analyzer';

/**
 * An id among those of the controls to read that means what the manifest of an MCP bundle names. No control has such an id.
 */
export const DECLARED_FACT = '@declared';

/** Names in the manifest of an MCP bundle, compared with those of its code. */
type Names = Omit<ComparedNames, 'declared'> & { readonly isDeclared: boolean };

/** What policies know of the tools and prompts that a manifest names. Null: the version is no MCP bundle. */
export interface DeclaredFacts {
  readonly tools: Names | null;
  readonly prompts: Names | null;
}

const names = (list: keyof DeclaredFacts): string => `
  (s.mcpb -> '${list}') - 'declared' || jsonb_build_object('isDeclared', s.mcpb -> '${list}' -> 'declared' <> 'null')`;

/** SQL: `DeclaredFacts` of `snapshot s`. */
export const DECLARED_FACTS = `json_build_object('tools', ${names('tools')}, 'prompts', ${names('prompts')})`;

/** Where a manifest and its code differ, each in words. */
export interface DeclaredDifferences {
  readonly certain: readonly string[];
  /** They exist unless the code computes the same names. */
  readonly possible: readonly string[];
}

/** The tools and prompts that only the manifest or only the code has. */
export function declaredDifferences({ tools, prompts }: DeclaredFacts): DeclaredDifferences {
  const both = [differencesOf('tool', tools), differencesOf('prompt', prompts)];
  return {
    certain: both.flatMap(({ certain }) => certain),
    possible: both.flatMap(({ possible }) => possible),
  };
}

function differencesOf(one: string, compared: Names | null): DeclaredDifferences {
  // A manifest that names none says nothing of them.
  if (compared?.isDeclared !== true) return { certain: [], possible: [] };
  const { generated, only_in_code: further, unnamed_in_code: isUnnamed } = compared;
  const missing = compared.only_in_manifest.map(
    (name) =>
      `the manifest names the ${one} ${name}, which the code ${isUnnamed ? 'may not have, as it computes names' : 'does not have'}`,
  );
  const notNamed = generated ? [] : further.map((name) => `the manifest does not name the ${one} ${name}`);
  if (!isUnnamed) return { certain: [...missing, ...notNamed], possible: [] };
  const isOpen = missing.length === 0 && !generated;
  const unnamed = `the code computes names of ${one}s, which the manifest may not name`;
  return { certain: notNamed, possible: isOpen ? [unnamed] : missing };
}
