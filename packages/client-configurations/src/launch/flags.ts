/** The options of a program that starts servers, as far as they are known. */
export interface FlagTable {
  /** Options without a value, such as `--yes`. */
  readonly switches: readonly string[];
  /** Options with a value, such as `--package`. */
  readonly values: readonly string[];
  /** Options with two values, such as a header's name and its content. */
  readonly pairs?: readonly string[];
  /** Options that change what runs, with what they do: `--registry` takes packages from another registry. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Whether short options can be written together: `-it`, `-eNAME`. */
  readonly bundles?: boolean;
  /** Whether options may also follow the first other argument. */
  readonly interleaved?: boolean;
}

/** A word that a client may replace before it starts the program, and quotes that a program on the way may remove. */
const REPLACED = /^[$%{'"`^]/;

/** The parts of a command line. */
export interface Flags {
  readonly options: readonly (readonly [name: string, value: string])[];
  /** The first argument that is not an option, and everything behind it. */
  readonly rest: readonly string[];
  /** Why the command line is not understood. */
  readonly refused?: string;
}

/** The option or options in one word, with an attached value; undefined for an unknown option. */
function optionsIn(word: string, table: FlagTable): [name: string, value?: string][] | undefined {
  const { switches, values, pairs = [], bundles = false } = table;
  const isKnown = (name: string): boolean => [switches, values, pairs].some((names) => names.includes(name));
  const equals = word.indexOf('=');
  const name = word.startsWith('--') && equals > 0 ? word.slice(0, equals) : word;
  if (isKnown(name)) return [name === word ? [name] : [name, word.slice(equals + 1)]];
  if (!bundles || word.startsWith('--')) return undefined;
  const found: [string, string?][] = [];
  for (let at = 1; at < word.length; at += 1) {
    const short = `-${word[at]}`;
    if (values.includes(short)) {
      const attached = word.slice(at + 1).replace(/^=/, '');
      return [...found, attached === '' ? [short] : [short, attached]];
    }
    if (!switches.includes(short)) return undefined;
    found.push([short]);
  }
  return found;
}

/**
 * Separates the options of a program from what it starts. An option that is not in the table makes the result refused: it
 * may take the next word as its value, and then another word is what runs.
 */
export function readFlags(words: readonly string[], table: FlagTable): Flags {
  const options: [string, string][] = [];
  const rest: string[] = [];
  const because = (reason: string): Flags => ({ options, rest, refused: reason });
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      return { options, rest: [...rest, ...words.slice(at + 1)] };
    }
    if (!word.startsWith('-') || word === '-') {
      if (table.interleaved !== true) return { options, rest: words.slice(at) };
      if (REPLACED.test(word))
        return because(`${word} is replaced before it starts, and may become an option`);
      rest.push(word);
      continue;
    }
    const why = table.refused?.[word.split('=', 1)[0] ?? ''];
    if (why !== undefined) return because(`the option ${word.split('=', 1)[0]} ${why}`);
    const found = optionsIn(word, table);
    if (found === undefined) return because(`the option ${word} is not understood`);
    for (const [name, attached] of found) {
      const isSwitch = table.switches.includes(name);
      if (table.pairs?.includes(name) === true) {
        const two = words.slice(at + 1, at + 3);
        // Programs that take two values take none in the word of the option.
        if (attached !== undefined || two.length < 2) return because(`the option ${name} takes two values`);
        options.push([name, two.join(': ')]);
        at += 2;
        continue;
      }
      // npx takes what is behind the = for the package.
      if (
        isSwitch &&
        attached !== undefined &&
        !(table.bundles === true && /^(?:true|false)$/.test(attached))
      )
        return because(`the option ${word} is not understood`);
      if (!isSwitch && attached === undefined && at + 1 >= words.length)
        return because(`the option ${name} has no value`);
      options.push([name, isSwitch ? (attached ?? '') : (attached ?? words[(at += 1)] ?? '')]);
    }
  }
  return { options, rest };
}

/** The values of an option, which may have several names. */
export const valuesOf = ({ options }: Flags, ...names: readonly string[]): string[] =>
  options.filter(([name]) => names.includes(name)).map(([, value]) => value);
