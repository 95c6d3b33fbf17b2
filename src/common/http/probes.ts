const PROBES = new Set(['/healthz', '/health', '/readyz', '/ready']);

/** Whether an orchestrator asks at `path` how the process is. */
export const isProbe = (path: string): boolean => PROBES.has(path);
