import type { Value } from '../documents/values.js';
import { CLIENT_FORMATS } from './client-formats.js';
import type { Role } from './client-format.js';

/** Words in names of keys that start something, or change which code is started. */
const STARTING = new Set(
  (
    'after arg args argument arguments argv before bin binary cmd code command commands container cwd dir directory docker ' +
    'entrypoint env environment eval exec executable execute extends folder helper hook hooks image import include install ' +
    'interpreter launch launcher loader module modules mount mounts node npx override overrides path podman post pre prefix preload ' +
    'process program proxy python registry require run runner runs runtime script scripts shell spawn start sudo task tasks uv ' +
    'variable variables volume volumes workdir wrap wrapper'
  ).split(' '),
);

/** Members that make an object a launch. */
const LAUNCHES = new Set(['command', 'cmd', 'args', 'script', 'program', 'executable']);

/** The roles that keys have in the formats. */
const ELSEWHERE = new Map<string, Set<Role>>();
for (const { keys } of CLIENT_FORMATS) {
  for (const [name, role] of Object.entries(keys)) {
    const key = name.toLowerCase();
    const roles = ELSEWHERE.get(key) ?? new Set();
    ELSEWHERE.set(key, roles.add(typeof role === 'string' ? role : role.otherwise));
  }
}

/** Roles of other formats that are judged like those of the own one. */
const JUDGED: readonly Role[] = ['folder', 'variables-file', 'variables', 'variable-names'];
const HARMLESS: readonly Role[] = ['harmless', 'name', 'enabled', 'disabled'];

const wordsIn = (key: string): string[] =>
  (key.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

function isLaunch(value: Value): boolean {
  if (value.kind === 'list') return value.items.some(isLaunch);
  if (value.kind !== 'object') return false;
  return value.members.some((member) => LAUNCHES.has(member.name.toLowerCase()) || isLaunch(member.value));
}

/**
 * What a key counts as that its format does not have: clients get new keys, and a file may be that of another client. What says
 * what runs elsewhere, or by its name or value, is judged or denies; undefined for the rest, which is only warned of.
 */
export function roleOfUnknown(key: string, value: Value): Role | undefined {
  const elsewhere = [...(ELSEWHERE.get(key.toLowerCase()) ?? [])];
  const judged = JUDGED.find((role) => elsewhere.includes(role));
  if (judged !== undefined && elsewhere.length === 1) return judged;
  if (elsewhere.some((role) => !HARMLESS.includes(role))) return 'unread';
  if (isLaunch(value)) return 'unread';
  if (elsewhere.length > 0) return undefined;
  return wordsIn(key).some((word) => STARTING.has(word)) ? 'unread' : undefined;
}
