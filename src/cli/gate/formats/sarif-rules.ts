import type { RuleId } from '../gate-report.js';

interface RuleText {
  readonly name: string;
  readonly short: string;
  readonly full: string;
  readonly help: string;
  readonly level: 'error' | 'warning';
  /** As a CVSS base score, which code hosts sort by. */
  readonly severity: string;
}

/** The texts of the rules. Their ids stay the same between runs, as code hosts require. */
export const RULES: Readonly<Record<RuleId, RuleText>> = {
  policy: {
    name: 'DeniedByPolicy',
    short: 'A policy of the organization denies the server',
    full: 'A policy of the organization matches the analyzed version of the server and denies it.',
    help: 'Use a version that the policy allows, or another server. The message names the policy and what it misses. An administrator of the organization can make an exception for a limited time.',
    level: 'error',
    severity: '8.0',
  },
  'not-allowed': {
    name: 'NotAllowed',
    short: 'The hub does not know the server, or has no complete analysis of it',
    full: 'The gate fails closed: a server that is not in the catalog, or whose version has no complete analysis, may not run.',
    help: 'Ask an administrator to add the server to the catalog, wait for its analysis, or use a version that is analyzed.',
    level: 'error',
    severity: '7.0',
  },
  'not-pinned': {
    name: 'NotPinned',
    short: 'The configuration pins no version of the server',
    full: 'Without an exact version, the newest one runs, which may be another one than the one that was evaluated.',
    help: 'Write the version behind the name: name@1.2.3 for npx, name==1.2.3 for uvx, and the digest for images. The message has the newest analyzed version where it is known.',
    level: 'error',
    severity: '7.0',
  },
  'movable-version': {
    name: 'MovableVersion',
    short: 'A tag of a repository can be moved',
    full: 'The owner of a repository can move a tag to another commit than the one that was evaluated.',
    help: 'Use the commit that the tag points to now.',
    level: 'warning',
    severity: '4.0',
  },
  'local-program': {
    name: 'LocalProgram',
    short: 'The configuration runs a program of the machine',
    full: 'The program or file is on the machine that runs the client, so that no hub has analyzed it.',
    help: 'Publish the server and name its package, or accept such programs with --allow-local.',
    level: 'error',
    severity: '6.0',
  },
  'not-understood': {
    name: 'NotUnderstood',
    short: 'It is not known what the configuration runs',
    full: 'The command has options or variables that may change what runs, or a form that the gate does not read.',
    help: 'Start the server with npx, uvx, docker run or another supported program, and without the option or variable that the message names.',
    level: 'error',
    severity: '7.0',
  },
  'not-confirmed': {
    name: 'NotConfirmed',
    short: 'The analysis does not confirm how the server is started',
    full: 'The configuration sets a variable that the analyzed version does not read, or names a command that its package does not have. Something else may read the variable, or run.',
    help: 'Remove the variable, or name a command of the package. An administrator of the organization can name further variables in the launch settings of the server.',
    level: 'error',
    severity: '7.0',
  },
  folder: {
    name: 'ChangedByFolder',
    short: 'A file of the folder may change what runs',
    full: 'Launchers read settings in the folder in which a client starts them, and run packages that are installed there.',
    help: 'Remove the file or setting that the message names, or move it to the configuration of the user.',
    level: 'error',
    severity: '7.0',
  },
  analysis: {
    name: 'AnalysisFailed',
    short: 'The analysis of the package found something, or is incomplete',
    full: 'The package has critical or high findings, or not all of it could be analyzed.',
    help: 'Run mcp-analyze with the same package for the findings and their paths. Use a version without them, or another server.',
    level: 'error',
    severity: '8.0',
  },
  'no-policy': {
    name: 'NoPolicyApplied',
    short: 'No policy of the organization applied in the environment',
    full: 'Only the built-in rules of the gate could deny a server, so that a result without denials says little.',
    help: 'Correct the environment, or enable a policy for it. The message names the environments that policies are for. The option --allow-no-policy accepts it.',
    level: 'error',
    severity: '7.0',
  },
  warning: {
    name: 'PolicyWarning',
    short: 'There is a warning about the server',
    full: 'A policy of the organization warns about the version of the server, or a part of its configuration was not read.',
    help: 'The server may run. Consider what the message says before the policy becomes stricter.',
    level: 'warning',
    severity: '3.0',
  },
};
