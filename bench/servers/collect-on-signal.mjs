// Loaded before a server that runs with --expose-gc: collects all garbage when SIGUSR2 arrives.
process.on('SIGUSR2', () => globalThis.gc());
