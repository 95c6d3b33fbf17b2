import { readFileSync } from 'node:fs';

/** An instruction of a Dockerfile, on one line. */
export interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

/** A build stage, started by `FROM`. */
export interface Stage {
  readonly base: string;
  /** Empty for the last one, the image. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** A `COPY` of one source; `from` is its stage, undefined for the build context. */
export interface Copy {
  readonly from: string | undefined;
  readonly source: string;
  readonly target: string;
}

const COMMENT = /^#.*\n/gm;

/** The stages of the project's Dockerfile. */
export function dockerfileStages(): Stage[] {
  const lines = readFileSync('Dockerfile', 'utf8')
    .replaceAll(COMMENT, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages: { base: string; name: string; instructions: Instruction[] }[] = [];
  for (const line of lines.filter((text) => text.trim() !== '')) {
    const [, keyword = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (keyword === '') throw new Error(`not an instruction: ${line}`);
    const [base = '', , name = ''] = text.split(' ');
    if (keyword === 'FROM') stages.push({ base, name, instructions: [] });
    else stages.at(-1)?.instructions.push({ keyword, text });
  }
  return stages;
}

/** The final stage, the image. */
export function imageStage(): Stage {
  const stage = dockerfileStages().at(-1);
  if (stage === undefined) throw new Error('an empty Dockerfile');
  return stage;
}

export const textsOf = ({ instructions }: Stage, keyword: string): string[] =>
  instructions.filter((instruction) => instruction.keyword === keyword).map(({ text }) => text);

/** The copies of a stage. */
export const copiesOf = (stage: Stage): Copy[] =>
  textsOf(stage, 'COPY').flatMap((text) => {
    const words = text.split(' ');
    const from =
      words[0]?.startsWith('--from=') === true ? words.shift()?.slice('--from='.length) : undefined;
    const target = words.pop() ?? '';
    return words.map((source) => ({ from, source, target }));
  });

/** Key-value pairs, as of `ENV` and `LABEL`, without quotes. */
export const pairsOf = (stage: Stage, keyword: string): Record<string, string> =>
  Object.fromEntries(
    textsOf(stage, keyword)
      .flatMap((text) => [...text.matchAll(/([\w.]+)=("[^"]*"|\S*)/g)])
      .map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]),
  );
