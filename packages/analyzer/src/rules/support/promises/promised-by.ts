import { ALL_ARGUMENTS } from '../../../engine/values/taint.js';
import { wordsOf } from '../../../engine/values/secret-names.js';
import type { Designed, DesignedUse, PromisedBy } from '../../../findings/designed.js';
import type { Tool } from '../../../surface/surface.js';
import { promiseOf } from './promises.js';

const hasParameter = ({ parameters }: Tool, name: string): boolean =>
  parameters.some((parameter) => parameter.name === name);

/** The tools that may be meant by a use: those of its names, or else those with its parameter. */
function toolsOf({ tools: names, parameter }: DesignedUse, tools: readonly Tool[]): readonly Tool[] {
  if (names.length > 0) {
    const known = names.map((name) => tools.filter((tool) => tool.name === name));
    return known.some((some) => some.length === 0) ? [] : known.flat();
  }
  const having = parameter === ALL_ARGUMENTS ? [] : tools.filter((tool) => hasParameter(tool, parameter));
  if (having.length > 0) return having;
  // The schema may come from elsewhere.
  const unknown = tools.filter(({ parameters }) => parameters.length === 0);
  return unknown.length > 0 ? unknown : tools;
}

/** The words with which a tool promises an operation with one of its parameters. */
function promisedIn(tool: Tool, parameter: string, { operation, named }: Designed): string | undefined {
  if (!wordsOf(tool.name).some((word) => named.has(word))) return undefined;
  const described = tool.parameters.find(({ name }) => name === parameter)?.description;
  const found = promiseOf(operation, tool.description ?? '', described);
  return found.verdict === 'promised' ? `\`${tool.name}\`: ${found.words}` : undefined;
}

/** Decides by the tools of a server whether they are there to do what their code does. */
export const promisesOf =
  (tools: readonly Tool[]): PromisedBy =>
  (designed) => {
    const promises: string[] = [];
    for (const use of designed.uses) {
      const some = toolsOf(use, tools);
      if (some.length === 0) return undefined;
      for (const tool of some) {
        const words = promisedIn(tool, use.parameter, designed);
        if (words === undefined) return undefined;
        promises.push(words);
      }
    }
    return promises[0];
  };
