/** Short texts about an MCP that administrators write and everybody reads, in the order of both pages. */
export const MCP_TEXTS = [
  { name: 'license', label: 'License', placeholder: 'MIT', none: 'not declared' },
  { name: 'language', label: 'Language', placeholder: 'TypeScript', none: 'unknown' },
] as const;
