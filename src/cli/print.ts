/** Prints one line of a command's result. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
