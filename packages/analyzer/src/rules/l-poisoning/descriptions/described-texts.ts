import type { CallEvent } from '../../../engine/events.js';
import type { Entry, Frame } from '../../../engine/frame.js';
import type { Value } from '../../../engine/values/value.js';
import type { Expression, Lines } from '../../../ir/program.js';
import { nodesWithin } from '../../../ir/walk.js';
import { memoByName } from '../../../common/memo.js';
import { textsOf } from '../../../surface/server-texts.js';
import type { Surface } from '../../../surface/surface.js';
import { isJson, jsonTexts } from '../../support/json-pairs.js';
import { ownTexts } from '../../support/own-texts.js';
import { byName } from '../../../models/model.js';
import type { Checks, PackageView } from '../../rule.js';
import { isCodeFile } from '../../support/code-files.js';
import type { TextFile } from '../../../files/text-file.js';

/** A text with which the server describes itself to a model. */
export interface Described {
  readonly text: string;
  /** Its name in a finding: "the description of the tool `add`". */
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly tool?: string;
  /** The frame in which it was set. */
  readonly frame?: Frame;
  /** The described object. */
  readonly object?: Value;
  /** Only the field's name suggests that it describes the server: `instructions` in plain data. */
  readonly unsure?: boolean;
  /** It is in a file that the code loads; what becomes of it is not known. */
  readonly loaded?: boolean;
}

/** Whether a text is set during a tool call instead of at startup. */
export const isLate = ({ frame }: Pick<Described, 'frame'>): boolean =>
  frame !== undefined && LATE.has(frame.entry.kind) && frame.function !== undefined;

const LATE: ReadonlySet<Entry['kind']> = new Set(['tool', 'resource', 'prompt']);

/** Shorter texts are not worth checking. */
const MIN_LENGTH = 8;

/** Names of fields with descriptions, in all frameworks. */
const NAMES = new Set(['description', 'instructions', 'tooldescription', 'longdescription']);
/** Whether a field of that name describes something to a model. */
export const isDescription = memoByName(
  (name) => NAMES.has(name.toLowerCase().replaceAll('_', '')) || name === '__doc__',
);

/**
 * Server instructions are passed to its constructor, assigned to it or returned on initialization; results of tools may
 * have such a field too.
 */
const INSTRUCTIONS = /^instructions$/iu;
const isData = (object: Value | undefined): boolean =>
  object?.targets.length === 0 &&
  object.objects.length > 0 &&
  object.objects.every(({ class: made, path }) => made === undefined && path === undefined);

/** Fields next to the instructions in an initialization result. */
const SERVER_FIELDS = ['serverInfo', 'protocolVersion', 'capabilities', 'version'];
const isOfServer = ({ object }: Described): boolean =>
  object?.objects.some(({ fields }) => SERVER_FIELDS.some((name) => fields.has(name))) ?? false;

/** Calls that register something with a text: `server.tool(name, text, …)`. */
const REGISTERS = [
  'tool',
  'registerTool',
  'addTool',
  'prompt',
  'registerPrompt',
  'resource',
  'registerResource',
].map((name) => `.${name}`);
/** `mcp.WithDescription(text)`, `server.WithInstructions(text)` in Go. */
const GO_OPTIONS = /mcp-go\/(?:mcp|server)\.(?:With)?(?:\w*Description|Instructions|Title(?:Annotation)?)$/u;
/** The values that a parameter may have: they are in its schema. */
const CHOICES = ['zod.enum', 'zod.literal', 'github.com/mark3labs/mcp-go/mcp.Enum'];
/** Shorter literals within such a call are names. */
const LONG = 40;

/** The literals within an expression of unknown value: `dedent("…")`, `TEXT.replace("…", "…")`. */
function* literalsIn(expression: Expression | undefined): Generator<string> {
  if (expression?.kind !== 'call') return;
  for (const node of nodesWithin(expression, false))
    if (node.kind === 'constant' && typeof node.value === 'string' && node.value.length >= LONG)
      yield node.value;
}

/** Data files from which a server may load its tool list. */
const isToolList = ({ path, role, text }: TextFile): boolean =>
  role === 'data' && /\.json$/iu.test(path) && /"(?:inputSchema|tools)"/u.test(text) && isJson(text);

/** Collects descriptions that the surface does not contain: of nested parameters, of replaced tools. */
export class DescribedTexts {
  private readonly all = new Map<string, Described>();
  private readonly data: TextFile[] = [];

  /** Checks that collect the texts from code and data files. */
  readonly checks: Checks = {
    calls: {
      '.describe': ({ arguments: { positional }, frame, node }) =>
        this.add(positional[0], frame, node, node.arguments[0]?.value),
      '*=': (event) => this.onNamed(event),
      ...byName(CHOICES, (event: CallEvent) => this.onChoices(event)),
      ...byName(REGISTERS, (event: CallEvent) => this.onRegistration(event)),
    },
    called: [
      {
        names: (name) => GO_OPTIONS.test(name),
        check: ({ arguments: { positional }, frame, node }) =>
          this.add(positional[0], frame, node.arguments[0]?.value ?? node, node.arguments[0]?.value),
      },
    ],
    stores: [
      {
        names: isDescription,
        check: ({ name, value, frame, lines, object }) => {
          const unsure = INSTRUCTIONS.test(name) && isData(object);
          this.add(value, frame, lines, undefined, { object, unsure });
        },
      },
      {
        names: ['enum', 'examples'],
        check: ({ value, frame, lines }) => this.addChoices(value, frame, lines),
      },
      {
        names: ['title'],
        check: ({ value, frame, lines }) => this.addTitle(value, frame, lines),
      },
    ],
    events: {
      // A prompt is read as if the user had written it.
      answer: ({ frame, lines: { line }, value }) => {
        if (frame.entry.kind !== 'prompt') return;
        for (const text of ownTexts(value))
          this.keep({
            text,
            what: `the text of the prompt \`${frame.entry.name}\``,
            file: frame.module,
            line,
          });
      },
    },
    file: (file) => {
      if (file.role === 'data' && /\.json$/iu.test(file.path)) this.data.push(file);
      if (!isToolList(file)) return;
      for (const { name, value, line } of jsonTexts(file.text))
        if (isDescription(name)) this.keep({ text: value, what: 'a description', file: file.path, line });
    },
  };

  private onNamed({ arguments: { named }, frame, node }: CallEvent): void {
    for (const [name, value] of named) {
      const expression = node.arguments.find((argument) => argument.name === name)?.value;
      if (isDescription(name)) this.add(value, frame, expression ?? node, expression);
      else if (name === 'title') this.addTitle(value, frame, expression ?? node);
    }
  }

  private onRegistration({ arguments: { positional }, frame, node }: CallEvent): void {
    for (const [index, value] of positional.slice(0, 3).entries())
      if (value.objects.length === 0 && value.targets.length === 0)
        this.add(value, frame, node, node.arguments[index]?.value);
  }

  private onChoices({ arguments: { positional }, frame, node }: CallEvent): void {
    for (const value of positional) this.addChoices(value, frame, node);
  }

  /** Values of a schema; most are words. */
  private addChoices(value: Value, frame: Frame, { line }: Lines): void {
    for (const text of ownTexts(value, 2))
      if (text.length >= LONG)
        this.keep({ text, what: 'a value of a parameter', file: frame.module, line, frame });
  }

  private add(
    value: Value | undefined,
    frame: Frame,
    lines: Lines,
    expression?: Expression,
    { object, unsure = false }: { readonly object?: Value | undefined; readonly unsure?: boolean } = {},
  ): void {
    const known = textsOf(value);
    const { line } = expression ?? lines;
    for (const text of known.length > 0 ? known : literalsIn(expression))
      this.keep({
        text,
        what: 'a description',
        file: frame.module,
        line,
        frame,
        ...(object && { object }),
        unsure,
      });
  }

  /** Titles are shown to models too; those set during a call belong to other objects. */
  private addTitle(value: Value, frame: Frame, { line }: Lines): void {
    for (const text of textsOf(value)) {
      const described = { text, what: 'a title', file: frame.module, line, frame };
      if (!isLate(described)) this.keep(described);
    }
  }

  private keep(described: Described): void {
    const { text, file, line } = described;
    const key = `${file}:${line} ${isLate(described) ? 'late' : ''} ${text}`;
    if (text.length > MIN_LENGTH && !this.all.has(key)) this.all.set(key, described);
  }

  /** The texts in data files that the code loads by their names. */
  textsOfData(view: Pick<PackageView, 'paths' | 'file'>): readonly Described[] {
    if (this.data.length === 0) return [];
    const code = view.paths.filter(isCodeFile).map((path) => view.file(path)?.text ?? '');
    const isLoaded = ({ path }: TextFile): boolean => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return code.some((text) => text.includes(name));
    };
    return this.data
      .filter((file) => isJson(file.text) && isLoaded(file))
      .flatMap((file) =>
        [...jsonTexts(file.text)].flatMap(({ value, line }) =>
          value.length < LONG
            ? []
            : [{ text: value, what: 'a text in a data file', file: file.path, line, loaded: true }],
        ),
      );
  }

  /**
   * The texts in the order in which they were found. Instructions in data that a tool call creates are part of its
   * result.
   */
  texts(): readonly Described[] {
    return [...this.all.values()].flatMap((described) => {
      if (!described.unsure) return [described];
      // By now, all fields of the object are set.
      if (isOfServer(described)) return [{ ...described, unsure: false }];
      return isLate(described) ? [] : [described];
    });
  }
}

/** All texts of the surface: names and descriptions of tools and parameters, prompts, instructions. */
function* textsOfSurface({ tools, texts }: Surface): Generator<Described> {
  for (const tool of tools) {
    const described = tool.name === '' ? 'a tool' : `the tool \`${tool.name}\``;
    const at = { file: tool.file, tool: tool.name };
    yield { ...at, text: tool.name, what: `the name of ${described}`, line: tool.line };
    if (tool.description !== undefined)
      yield {
        ...at,
        text: tool.description,
        what: `the description of ${described}`,
        line: tool.descriptionLine,
      };
    for (const { name, description, line } of tool.parameters) {
      yield { ...at, text: name, what: `the name of the parameter \`${name}\` of ${described}`, line };
      if (description !== undefined)
        yield {
          ...at,
          text: description,
          what: `the description of the parameter \`${name}\` of ${described}`,
          line,
        };
    }
  }
  for (const { kind, name, text, file, line } of texts)
    yield {
      text,
      what: kind === 'instructions' ? "the server's instructions" : `the text of the ${kind} \`${name}\``,
      file,
      line,
    };
}

/**
 * All texts that exist at startup, without duplicates; those of the surface come first, because they name their owner.
 */
export function allTexts(surface: Surface, collected: readonly Described[]): readonly Described[] {
  const known = [...textsOfSurface(surface)];
  const seen = new Set(known.map(({ text }) => text));
  // A description chosen among several is stored in the surface as all of them joined.
  const joined = surface.tools.flatMap((tool) => (tool.dynamicDescription ? (tool.description ?? []) : []));
  const more = collected.filter((described) => {
    const { text } = described;
    if (seen.has(text) || isLate(described) || joined.some((each) => each.includes(text))) return false;
    seen.add(text);
    return true;
  });
  return [...known, ...more];
}
