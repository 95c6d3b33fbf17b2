/** Mutants of what happens to requests before their handlers: connections, access rules at the start. */
export const EDGE_MUTANTS = [
  {
    name: 'refused-requests-kept-by-their-connection',
    file: 'src/common/http/request-deadline.ts',
    find: "socket.off('close', stop);",
    replace: '',
    tests: ['test/api/hub/platform/request-entry'],
  },
  {
    name: 'start-without-check-of-access-rules',
    file: 'src/auth/auth.module.ts',
    find: '    RouteRules,\n',
    replace: '',
    tests: ['test/architecture/access-matrix'],
  },
];
