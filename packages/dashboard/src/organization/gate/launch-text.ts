import type { Launch } from './gate.queries.ts';

/** Launch settings as a form shows them: an item in each line. */
export interface LaunchText {
  readonly commands: string;
  readonly urls: string;
  readonly images: string;
}

/** Launch settings as the lines of a form. Addresses and images of a version have its id after a space. */
export const launchText = ({ commands, urls, images }: Launch): LaunchText => ({
  commands: commands.map(commandLine).join('\n'),
  urls: urls.map(({ url, version_id }) => (version_id === null ? url : `${url} ${version_id}`)).join('\n'),
  images: images.map(({ image, version_id }) => `${image} ${version_id}`).join('\n'),
});

/** The request that the lines of a form state. */
export const launchRequest = ({ commands, urls, images }: LaunchText) => ({
  commands: linesOf(commands).map(commandWords),
  urls: linesOf(urls).map((line) => {
    const [url = '', version] = line.split(/\s+/);
    return version === undefined ? url : { url, version };
  }),
  images: linesOf(images).map((line) => {
    const [image = '', version] = line.split(/\s+/);
    return version === undefined ? image : { image, version };
  }),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A command as a line: arguments with spaces or quotes are in double quotes. */
export const commandLine = (words: readonly string[]): string =>
  words
    .map((word) => (/^[^\s"']+$/.test(word) ? word : `"${word.replace(/["\\]/g, String.raw`\$&`)}"`))
    .join(' ');

const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;

/** The program and arguments of a line. Quotes hold arguments with spaces together. */
export const commandWords = (line: string): string[] =>
  [...line.matchAll(WORD)].map(([, double, single, plain]) =>
    double === undefined ? (single ?? plain ?? '') : double.replace(/\\(.)/g, '$1'),
  );
