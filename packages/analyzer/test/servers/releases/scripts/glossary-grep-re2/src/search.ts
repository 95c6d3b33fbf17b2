import RE2 from "re2";
import { glossary, type Entry } from "./glossary.js";

export interface SearchOptions {
  ignoreCase: boolean;
  max: number;
}

export function search(pattern: string, { ignoreCase, max }: SearchOptions): Entry[] {
  const re = new RE2(pattern, ignoreCase ? "i" : "");
  const found: Entry[] = [];
  for (const entry of glossary) {
    if (re.test(entry.term) || re.test(entry.meaning)) found.push(entry);
    if (found.length >= max) break;
  }
  return found;
}
