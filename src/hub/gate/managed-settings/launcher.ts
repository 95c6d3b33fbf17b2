import type { SettingsLauncher } from '@mcp-hub/client-configurations';

/** The registry's clients, which start what an organization allows. */
const RUNNERS: ReadonlySet<string> = new Set(['mcp-hub', 'smcp']);

/** The program of a command, also behind `cmd /c`. */
export const programOf = (command: readonly string[]): string | undefined =>
  command[0] === 'cmd' ? command[2] : command[0];

/** Whether a command starts by one of the registry's clients. */
export const isRunner = (program: string | undefined): boolean => RUNNERS.has(program ?? '');

/** Whether a command may be used with a launcher. */
export function isOf(launcher: SettingsLauncher, command: readonly string[]): boolean {
  const program = programOf(command);
  if (launcher === 'any') return true;
  return launcher === 'package' ? !isRunner(program) : program === 'mcp-hub';
}
