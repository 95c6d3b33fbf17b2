import { spawn, type ChildProcess } from 'node:child_process';
import type { CertifiedSurface, SurfaceChanges } from './relay/certified-surface.js';
import type { Launch } from './launch/launch.js';
import { Refusal } from './refusal.js';

/** A server that is about to start. */
export interface StartedServer {
  readonly launch: Launch;
  readonly variables: Readonly<Record<string, string>>;
  /** Null where it is not known: then nothing is compared, and the server has the client's streams. */
  readonly surface: CertifiedSurface | null;
  readonly changes: SurfaceChanges;
  readonly note: (line: string) => Promise<void>;
}

/** What terminals, clients and service managers send. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
/** How long the output of a server is read after its end: a child of its own may still hold it. */
const OUTPUT_AFTER_EXIT_MS = 1000;
/** A message that cannot be passed on. */
const EXIT_BROKEN = 1;

/**
 * Starts a server and hands its streams, signals and exit code through. Returns when it has ended.
 * @throws Refusal when it cannot be started
 */
export async function startServer(server: StartedServer): Promise<void> {
  const { launch, variables, surface, changes } = server;
  const isGuarded = surface !== null;
  const child = spawn(launch.program, launch.arguments, {
    cwd: launch.folder,
    env: { ...variables },
    // What is only reported needs no look at the client's messages.
    stdio: [isGuarded && changes === 'drop' ? 'pipe' : 'inherit', isGuarded ? 'pipe' : 'inherit', 'inherit'],
    windowsHide: true,
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const ended = endOf(child);
  if (isGuarded) {
    const [{ relay }, { SurfaceGuard }] = await Promise.all([
      import('./relay/relay.js'),
      import('./relay/surface-guard.js'),
    ]);
    const guard = new SurfaceGuard(surface, changes, (line) => void server.note(line));
    relay(child, { input: process.stdin, output: process.stdout }, guard, (error) => {
      void server.note(`the connection ends: ${error.message}`);
      child.kill();
      process.exitCode = EXIT_BROKEN;
    });
  }
  await ended;
}

/** Waits for the end of a server, and ends this process in the same way. */
async function endOf(child: ChildProcess): Promise<void> {
  const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once('error', (error) => {
        if (child.pid === undefined)
          reject(new Refusal(`the server cannot be started: ${error.message}`, { cause: error }));
      });
      child.once('exit', (code, signal) => {
        const done = (): void => resolve({ code, signal });
        child.once('close', done);
        setTimeout(done, OUTPUT_AFTER_EXIT_MS).unref();
        if (child.stdout === null) done();
      });
    },
  );
  for (const each of SIGNALS) process.removeAllListeners(each);
  if (signal !== null && process.platform !== 'win32') {
    process.kill(process.pid, signal);
    return;
  }
  // The client may keep its side open.
  process.exit(process.exitCode ?? code ?? EXIT_BROKEN);
}
