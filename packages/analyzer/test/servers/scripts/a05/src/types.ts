export interface ToolDef {
  name: string;
  description: string;
  inputSchema: object;
  run(args: Record<string, unknown>): Promise<string>;
}
