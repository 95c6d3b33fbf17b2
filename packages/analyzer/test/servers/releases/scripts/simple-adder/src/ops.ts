export type Operation = (a: number, b: number) => number;

export const operations: Record<string, Operation> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
};
