import { randomInt } from "node:crypto";

const FIRST = ["ana", "bo", "chi", "dora", "emil", "fay"];
const DOMAINS = ["example.org", "example.com", "example.net"];
const pick = <T>(xs: T[]): T => xs[randomInt(xs.length)];

export type Kind = "email" | "number" | "word";

function word(length: number): string {
  const out = Buffer.alloc(length);
  for (let i = 0; i < length; i++) out[i] = 97 + randomInt(26);
  return out.toString("latin1");
}

export function generate(kind: Kind, length: number): string {
  switch (kind) {
    case "email":
      return `${pick(FIRST)}${randomInt(1000)}@${pick(DOMAINS)}`;
    case "number":
      return String(randomInt(1_000_000));
    case "word":
      return word(length);
  }
}
