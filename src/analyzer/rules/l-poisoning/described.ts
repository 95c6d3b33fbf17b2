import type { CallEvent, Entry, Event, Frame } from '../../engine/machine.js';
import type { Value } from '../../engine/value.js';
import type { Lines } from '../../ir/program.js';
import { textsOf } from '../../surface/server-texts.js';
import type { Surface } from '../../surface/surface.js';
import type { Checks } from '../rule.js';

/** A text by which the server describes itself to a model. */
export interface Described {
  readonly text: string;
  /** What it is, in a description: "the description of the tool `add`". */
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly tool?: string;
  /** Where it was said while the code was run. */
  readonly frame?: Frame;
  /** What it was said of. */
  readonly object?: Value;
}

/** Whether a text is said while a tool is being called, not when the server begins. */
export const isLate = ({ frame }: Described): boolean =>
  frame !== undefined && LATE.has(frame.entry.kind) && frame.function !== undefined;

const LATE: ReadonlySet<Entry['kind']> = new Set(['tool', 'resource', 'prompt']);

/** Shorter texts say nothing that would matter. */
const MIN_LENGTH = 8;

/** Names under which descriptions are kept, whatever the framework. */
const NAMES = new Set(['description', 'instructions', '__doc__', 'tooldescription', 'longdescription']);
const isDescription = (name: string): boolean => NAMES.has(name.toLowerCase().replaceAll('_', '')) || name === '__doc__'; // prettier-ignore

/** Texts that are told in other ways than by the surface: of nested parameters, of tools that are replaced. */
export class DescribedTexts {
  private readonly all = new Map<string, Described>();

  /** What hears of them while the code is run. */
  readonly checks: Checks = {
    calls: {
      '.describe': (event) => this.add(event.arguments.positional[0], event.frame, event.node),
      '*': (event) => this.hear(event),
    },
    events: {
      store: ({ name, value, frame, lines, object }: Extract<Event, { kind: 'store' }>) => {
        if (isDescription(name)) this.add(value, frame, lines, object);
      },
    },
  };

  private hear({ arguments: { named, positional }, names, frame, node }: CallEvent): void {
    for (const [name, value] of named)
      if (isDescription(name)) {
        const lines = node.arguments.find((argument) => argument.name === name)?.value ?? node;
        this.add(value, frame, lines);
      }
    if (names.some((name) => /mcp-go\/(?:mcp|server)\.(?:With)?(?:\w*Description|Instructions)$/u.test(name)))
      this.add(positional[0], frame, node.arguments[0]?.value ?? node);
  }

  private add(value: Value | undefined, frame: Frame, { line }: Lines, object?: Value): void {
    for (const text of textsOf(value)) {
      const described = {
        text,
        what: 'a description',
        file: frame.module,
        line,
        frame,
        ...(object && { object }),
      };
      const key = `${frame.module}:${line} ${isLate(described) ? 'late' : ''} ${text}`;
      if (text.length > MIN_LENGTH && !this.all.has(key)) this.all.set(key, described);
    }
  }

  /** What was heard, in the order of it. */
  heard(): readonly Described[] {
    return [...this.all.values()];
  }
}

/** All texts of the surface: names and descriptions of tools and parameters, prompts, instructions. */
export function* textsOfSurface({ tools, texts }: Surface): Generator<Described> {
  for (const tool of tools) {
    const told = tool.name === '' ? 'a tool' : `the tool \`${tool.name}\``;
    const at = { file: tool.file, tool: tool.name };
    yield { ...at, text: tool.name, what: `the name of ${told}`, line: tool.line };
    if (tool.description !== undefined)
      yield { ...at, text: tool.description, what: `the description of ${told}`, line: tool.descriptionLine };
    for (const { name, description, line } of tool.parameters) {
      yield { ...at, text: name, what: `the name of the parameter \`${name}\` of ${told}`, line };
      if (description !== undefined)
        yield {
          ...at,
          text: description,
          what: `the description of the parameter \`${name}\` of ${told}`,
          line,
        };
    }
  }
  for (const { kind, name, text, file, line } of texts)
    yield { text, what: kind === 'instructions' ? "the server's instructions" : `the text of the ${kind} \`${name}\``, file, line }; // prettier-ignore
}

/** All texts that are there from the beginning, each once: those of the surface tell best whose they are. */
export function allTexts(surface: Surface, heard: readonly Described[]): readonly Described[] {
  const known = [...textsOfSurface(surface)];
  const seen = new Set(known.map(({ text }) => text));
  const more = heard.filter((described) => {
    const { text } = described;
    if (seen.has(text) || isLate(described)) return false;
    seen.add(text);
    return true;
  });
  return [...known, ...more];
}
