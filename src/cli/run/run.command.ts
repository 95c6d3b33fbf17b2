import type { Command } from 'commander';
import { RUN_OPTIONS } from './run-words.js';

/** Defines `run` for `--help`; its words are read by `run-words.ts`, which needs nothing to be loaded. */
export function defineRun(command: Command): void {
  command.usage('[options] <reference> [-- arguments…]');
  for (const { flags, description } of Object.values(RUN_OPTIONS)) command.option(flags, description);
  command.addHelpText(
    'after',
    `
The reference is one of:
  org/name@1.2.3, org/name@sha256:…   a server of the catalog
  npm:name@1.2.3, pypi:name==1.2.3    a package

It starts what the signed decisions of mcp-hub login allow, from bytes with the digest that they
name. Standard output has the server's messages only; everything else is on standard error.

Exits as the server does, and with 126 if nothing was started.`,
  );
}
