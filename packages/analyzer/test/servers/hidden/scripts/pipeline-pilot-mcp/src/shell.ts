import type { PreparedStep } from "./jobs.js";

const PLAIN = /^[\w@%+=:,./-]+$/;

/** Quotes one argument for use in a POSIX command line. */
export function quoteArg(arg: string): string {
  if (PLAIN.test(arg)) return arg;
  return `"${arg.replace(/(["\\])/g, "\\$1")}"`;
}

/**
 * One line for `sh -c`. Both streams go to one pipe, so that the log keeps
 * the order in which the tools wrote their lines.
 */
export function commandLine(step: PreparedStep): string {
  return `exec 2>&1; ${step.argv.map(quoteArg).join(" ")}`;
}
