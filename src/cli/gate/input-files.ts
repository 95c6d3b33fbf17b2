import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { printable } from '../../common/values/text.js';
import { CommandFailure, systemMessage } from '../command-failure.js';
import { workspaceFiles } from './workspace-files.js';
import {
  CONFIGURATION_LIMITS,
  readServers,
  type ServerEntry,
  UnreadableConfiguration,
} from '@mcp-hub/client-configurations';

/** The name of standard input. */
const STANDARD_INPUT = '-';

const MIB = 1024 * 1024;
const { fileBytes: MAX_FILE_BYTES, servers: MAX_SERVERS } = CONFIGURATION_LIMITS;

const isArchive = (start: Buffer): boolean => start.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

async function bytesOf(source: AsyncIterable<Buffer>, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    if (length === 0 && isArchive(chunk))
      throw new CommandFailure(
        `${name} is an archive and no configuration; write the digest of an MCP bundle into a list, as sha256:…`,
      );
    length += chunk.length;
    if (length > MAX_FILE_BYTES)
      throw new CommandFailure(
        `${name} is larger than ${MAX_FILE_BYTES / MIB} MiB; configurations of clients are small`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The text of a file. @throws CommandFailure */
async function textOf(file: string): Promise<string> {
  const name = file === STANDARD_INPUT ? 'standard input' : printable(file, 300);
  try {
    if (file !== STANDARD_INPUT && !(await stat(file)).isFile())
      throw new CommandFailure(`${name} is not a file`);
    const stream = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
    const bytes = await bytesOf(stream as AsyncIterable<Buffer>, name);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    if (error instanceof TypeError) throw new CommandFailure(`${name} is not UTF-8 text`);
    throw new CommandFailure(`cannot read ${name}: ${systemMessage(error)}`);
  }
}

/** The servers of a file. @throws CommandFailure */
function serversIn(file: string, text: string, limit: number): ServerEntry[] {
  try {
    return readServers(file, text, limit);
  } catch (error) {
    throw error instanceof UnreadableConfiguration ? new CommandFailure(error.message) : error;
  }
}

/**
 * The files to read: those that are named, or those of the working folder.
 * @throws CommandFailure for a file of the folder that only some systems take for a configuration
 */
export const filesToRead = async (named: readonly string[]): Promise<string[]> =>
  named.length > 0 ? [...new Set(named)] : workspaceFiles();

/**
 * The servers of all files.
 * @throws CommandFailure for a file that cannot be read, with the location of what is wrong
 */
export async function readFiles(files: readonly string[]): Promise<readonly ServerEntry[]> {
  let servers: readonly ServerEntry[] = [];
  for (const file of files) {
    const text = await textOf(file);
    servers = [...servers, ...serversIn(file, text, MAX_SERVERS + 1 - servers.length)];
    if (servers.length > MAX_SERVERS)
      throw new CommandFailure(
        `the files name more than ${MAX_SERVERS} servers; evaluate them in several runs`,
      );
  }
  return servers;
}
