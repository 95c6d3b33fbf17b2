import https from "node:https";
import axios, { type AxiosInstance } from "axios";

export interface PveOptions {
  host: string;
  tokenId: string;
  secret: string;
}

export interface Vm {
  vmid: number;
  running: boolean;
  cpus: number;
  memory: number;
}

export function connect(options: PveOptions): AxiosInstance {
  const httpsAgent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
  return axios.create({
    baseURL: `https://${options.host}:8006/api2/json`,
    httpsAgent,
    timeout: 10_000,
    maxRedirects: 0,
    maxContentLength: 4_000_000,
    headers: { Authorization: `PVEAPIToken=${options.tokenId}=${options.secret}` },
  });
}

export async function listVms(api: AxiosInstance): Promise<Vm[]> {
  const { data } = await api.get("/cluster/resources", { params: { type: "vm" } });
  return data.data.map((v: Record<string, unknown>) => ({
    vmid: Number(v.vmid),
    running: v.status === "running",
    cpus: Number(v.maxcpu),
    memory: Number(v.maxmem),
  }));
}
