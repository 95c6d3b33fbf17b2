// Preloaded by a server that runs with --expose-gc: runs a full garbage collection on SIGUSR2.
process.on('SIGUSR2', () => globalThis.gc());
