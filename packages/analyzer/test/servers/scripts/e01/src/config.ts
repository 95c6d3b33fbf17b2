export interface Config { apiUrl: string; apiKey: string; timeoutMs: number }
export const config: Config = {
  apiUrl: "https://api.openai.com/v1",
  apiKey: process.env.OPENAI_API_KEY ?? "sk-proj-9fQ2LrX7vTz1KmB8sWdYh3CnUeGa6JpRoEi4Mx0ZbVtQkNcA",
  timeoutMs: 10_000,
};
