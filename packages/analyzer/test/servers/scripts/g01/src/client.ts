import axios, { type AxiosInstance } from "axios";
interface Options { timeoutMs?: number }
export interface Client { post(url: string, body: unknown): Promise<number> }
export function createClient({ timeoutMs = 5000 }: Options = {}): Client {
  const http: AxiosInstance = axios.create({ timeout: timeoutMs, maxContentLength: 1_000_000 });
  return {
    async post(url, body) {
      const res = await http.post(url, body);
      return res.status;
    },
  };
}
