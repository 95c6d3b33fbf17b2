import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../../../findings/designed.js';
import { promiseOf, type Verdict } from './promises.js';

type Row = readonly [
  operation: Operation,
  verdict: Verdict['verdict'],
  description: string,
  parameter?: string,
];

const ROWS: readonly Row[] = [
  // Commands
  ['command', 'promised', 'Run a shell command and return its output.'],
  ['command', 'promised', 'Executes arbitrary commands on the host.'],
  ['command', 'promised', 'Execute a command in the terminal\n\nArgs:\n    command: The command to run'],
  ['command', 'promised', 'Runs bash scripts, not restricted to anything.'],
  ['command', 'promised', 'Start any program with the given arguments'],
  ['command', 'promised', 'Run administrative system commands for maintenance and troubleshooting.'],
  ['command', 'promised', 'Execute a command in a long-running shell, without any sandbox'],
  ['command', 'less', 'Run a shell command and return its output. Useful for checking disk space.'],
  ['command', 'less', 'Execute a system command (restricted to safe commands only)'],
  ['command', 'less', "Execute a command (only 'ls', 'pwd' and 'date' are allowed)"],
  ['command', 'less', 'Runs a shell command inside a sandbox'],
  ['command', 'less', 'Runs a shell command in the workspace'],
  ['command', 'less', 'Runs a read-only shell command'],
  ['command', 'less', 'Execute a pre-approved command'],
  ['command', 'silent', 'Execute an AWS CLI command, optionally with Unix command pipes'],
  ['command', 'silent', 'Run a git command'],
  ['command', 'silent', 'Pings a host'],
  ['command', 'silent', 'Looks up the history of shell commands'],
  ['command', 'silent', ''],
  ['command', 'silent', '시스템 명령어를 실행합니다.'],
  // On another machine or in a container, which is the reach
  ['remote', 'promised', 'Execute a command in a container'],
  ['remote', 'promised', 'Run shell commands on a remote host over SSH'],
  ['remote', 'less', 'Run approved commands on a remote host'],
  // Code
  ['code', 'promised', 'Execute Python code for data analysis.'],
  ['code', 'promised', 'Evaluates a JavaScript expression'],
  ['code', 'promised', 'Run arbitrary code snippets'],
  ['code', 'promised', 'Compile and execute code with optional eval mode.'],
  ['code', 'less', 'Run Python code in an isolated environment'],
  ['code', 'less', 'Safely executes Python code'],
  ['code', 'less', 'Execute Python code. Use this for statistics of a column.'],
  ['code', 'silent', 'Evaluate a mathematical expression'],
  ['code', 'silent', 'Evaluates an expression'],
  ['code', 'silent', 'Reviews code'],
  ['page', 'promised', 'Execute JavaScript in the browser console'],
  ['page', 'silent', 'Clicks an element'],
  // Files
  ['file', 'promised', 'Reads any file'],
  ['file', 'promised', 'Write content to an arbitrary path'],
  ['file', 'promised', 'Read a file from the file system'],
  ['file', 'promised', 'Reads a file anywhere on this computer'],
  ['file', 'promised', 'Reads an Excel workbook', 'Absolute path to the Excel file'],
  ['file', 'promised', 'Uploads a document', 'Path of any local file'],
  ['file', 'less', 'Read any file from the public directory.'],
  ['file', 'less', 'Reads any file of the project', 'Absolute path of a file within the project'],
  ['file', 'less', 'Reads a local file (only files in /srv/notes are allowed)'],
  ['file', 'less', 'Reads any file. Use this to view the logs.'],
  ['file', 'less', 'Safely reads an absolute path'],
  ['file', 'silent', 'Reads any file of the project'],
  ['file', 'promised', 'Reads any file. Returns a safe preview of its text.'],
  ['file', 'silent', 'Read a file'],
  ['file', 'silent', 'Read the contents of a file at the given path'],
  ['file', 'silent', 'Analyzes a log file', 'Path to the log file'],
  ['file', 'silent', 'Reads the log', 'Name of the log'],
  ['file', 'silent', 'Save file to disk'],
  // Addresses
  [
    'address',
    'promised',
    'Fetches a URL from the internet and optionally extracts its contents as markdown.',
  ],
  ['address', 'promised', 'Fetch a website and return its unmodified contents as HTML'],
  ['address', 'promised', 'Navigate to a URL'],
  ['address', 'promised', 'Take a screenshot of any web page'],
  ['address', 'promised', 'Sends an HTTP request to the given URL. Useful for testing pages.'],
  ['address', 'promised', 'Scans the ports of a host'],
  [
    'address',
    'less',
    'Fetch the content of a URL and return it. Use this to retrieve documentation or recipes.',
  ],
  ['address', 'less', 'Fetches a URL, only from trusted hosts'],
  ['address', 'less', 'Fetches allowed URLs'],
  ['address', 'silent', 'Fetch a YouTube video page and extract its captions'],
  ['address', 'silent', 'Load a public web page'],
  ['address', 'silent', 'Fetches the page of a recipe'],
  ['address', 'promised', 'Opens the URL of a page'],
  ['address', 'silent', 'Gets the weather of a city'],
  // Queries: what they may change is a matter of the database
  ['query', 'promised', 'Run a read-only SQL query'],
  ['query', 'promised', 'Execute a SELECT query on the SQLite database'],
  ['query', 'promised', 'Create a new table in the database', 'CREATE TABLE SQL statement'],
  ['query', 'promised', 'Runs a Cypher query. Only reads are allowed.'],
  ['query', 'less', 'Run an SQL query. Intended for the monthly report.'],
  ['query', 'silent', 'Finds books by their author', 'The author'],
];

describe('what a description says about an operation', () => {
  it.each(ROWS)('%s: %s by "%s" %s', (operation, verdict, description, parameter) => {
    expect(promiseOf(operation, description, parameter).verdict).toBe(verdict);
  });

  it('is quoted', () => {
    expect(promiseOf('command', 'A tool of the shop. Runs a shell\n    command, then ends.')).toEqual({
      verdict: 'promised',
      words: 'Runs a shell command',
    });
    expect(promiseOf('file', 'Reads any file of the machine')).toEqual({
      verdict: 'promised',
      words: 'Reads any file of the machine',
    });
    expect(promiseOf('file', 'Reads any file in the project')).toEqual({
      verdict: 'less',
      words: 'in the project',
    });
  });
});
