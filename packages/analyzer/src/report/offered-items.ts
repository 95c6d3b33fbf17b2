import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { compareText } from '../common/text-order.js';
import { printable } from '../findings/printable.js';
import { parametersDigest } from '../surface/parameters-digest.js';
import type { Registered, ServerText, Tool } from '../surface/surface.js';
import type { OfferedItem, OfferedItems, OfferedParameters } from './report.js';

/** Items of each list in a report. */
const MAX_ITEMS = 1000;
/** Parameters of a tool. */
const MAX_PARAMETERS = 200;

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A part of an item: a declaration of it, of which there may be several. */
interface Part {
  readonly name: string;
  readonly text: string | undefined;
  /** What else is known of it. */
  readonly rest: unknown;
  /** Of a tool: null where they are not known. */
  readonly parameters?: OfferedParameters | null;
}

/** What a server offers to clients, as far as its code shows it; equal for equal declarations, wherever they are. */
export function offeredItems({
  tools,
  texts,
  prompts,
}: Pick<Registered, 'tools' | 'texts' | 'prompts'>): OfferedItems {
  const textsOf = (...kinds: readonly ServerText['kind'][]): readonly OfferedItem[] =>
    itemsOf(partsOfTexts(texts.filter(({ kind }) => kinds.includes(kind))));
  const described = texts.filter(({ kind }) => kind === 'prompt');
  const withoutText = [...prompts]
    .filter((prompt) => prompt !== '' && !described.some(({ name }) => name === prompt))
    .map((name): Part => ({ name, text: undefined, rest: 'prompt' }));
  return {
    tools: itemsOf(tools.map(partOfTool)),
    prompts: itemsOf([...partsOfTexts(described), ...withoutText]),
    resources: textsOf('resource'),
    instructions: textsOf('instructions', 'server-name'),
  };
}

const partsOfTexts = (texts: readonly ServerText[]): Part[] =>
  texts.map(({ kind, name, text }) => ({ name, text, rest: kind }));

const partOfTool = ({
  name,
  description,
  dynamicDescription,
  parameters,
  typed,
  fetched,
  annotations,
  file,
}: Tool): Part => ({
  name,
  text: dynamicDescription ? undefined : description,
  rest: {
    isDynamic: dynamicDescription,
    // A description that is partly known counts, too.
    description: description ?? null,
    parameters: parameters
      .map((parameter) => [
        parameter.name,
        parameter.type ?? null,
        parameter.description ?? null,
        parameter.bounded,
      ])
      .sort((one, other) => compareText(String(one[0]), String(other[0]))),
    annotations: Object.fromEntries(annotations),
  },
  parameters:
    typed &&
    fetched?.what !== 'schema' &&
    parameters.length <= MAX_PARAMETERS &&
    !(file.endsWith('.py') && parameters.some(isInjected))
      ? offeredParameters(parameters)
      : null,
});

/** Parameters of Python functions that some libraries fill in themselves, so that a client does not see them. */
const isInjected = ({ name, type = '' }: Tool['parameters'][number]): boolean =>
  /^(?:self|cls|ctx|context|args|kwargs)$/.test(name) || /(?:Context|Request|Session|Depends)$/.test(type);

const offeredParameters = (parameters: Tool['parameters']): OfferedParameters => ({
  digest: parametersDigest(parameters.map((each) => [each.name, each.description ?? null])),
  unknown: parameters
    .flatMap(({ name: parameter, description }) => (description === undefined ? [parameter] : []))
    .sort(compareText),
});

function itemsOf(parts: readonly Part[]): readonly OfferedItem[] {
  const items = [...Map.groupBy(parts, ({ name }) => name)]
    .map(([name, same]): OfferedItem => {
      const all = [...new Set(same.map(({ text, rest }) => canonicalize([text ?? null, rest]) ?? ''))];
      const known = [...new Set(same.map(({ text }) => text))];
      const [text] = known;
      return {
        name: printable(name),
        text: known.length === 1 && text !== undefined ? digestOf(text) : null,
        digest: digestOf(all.sort(compareText).join('\n')),
        // Of several declarations, nobody knows which one a client sees.
        ...(same[0]?.parameters !== undefined && {
          parameters: same.length === 1 ? same[0].parameters : null,
        }),
      };
    })
    .sort((one, other) => compareText(one.name, other.name));
  if (items.length <= MAX_ITEMS) return items;
  // Names that are left out are as good as names that are not known.
  const [first, rest] = [items.slice(0, MAX_ITEMS - 1), items.slice(MAX_ITEMS - 1)];
  return [{ name: '', text: null, digest: digestOf(rest.map(({ digest }) => digest).join('\n')) }, ...first];
}
