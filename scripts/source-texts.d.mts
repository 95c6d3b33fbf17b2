/** The comments and sentences of a TypeScript file, in the order of their lines, which count from 1. */
export function textsOfSource(file: string): { line: number; text: string }[];
