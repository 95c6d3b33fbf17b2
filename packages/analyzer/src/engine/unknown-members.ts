import { externalValue, pathsOf, type Value } from './value.js';

/** What an unknown member of a module may be at worst: its most harmful function. */
const WORST: ReadonlyMap<string, string> = new Map([
  ['child_process', 'child_process.exec'],
  ['os', 'os.system'],
  ['subprocess', 'subprocess.getoutput'],
  ['builtins', 'eval'],
  ['__builtins__', 'eval'],
]);

/** A member of a module under a name that is computed: `child_process[name]`, `getattr(os, name)`. Undefined for other values. */
export function worstMember(object: Value): Value | undefined {
  const [path] = pathsOf(object).flatMap((each) => WORST.get(each) ?? []);
  return path === undefined ? undefined : externalValue(path);
}
