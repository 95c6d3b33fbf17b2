import { fetchWithRetry } from "../utils/fetch-with-retry.js";

interface NodeReply {
  name: string;
  lastModified: string;
  nodes: Record<string, { document: { type: string; children?: unknown[] } }>;
}

export class DesignService {
  private readonly baseUrl = "https://api.designhub.dev/v1";
  constructor(private readonly token: string) {}

  private request<T>(endpoint: string): Promise<T> {
    return fetchWithRetry<T>(`${this.baseUrl}${endpoint}`, { headers: { "X-Design-Token": this.token } });
  }

  async getNode(fileKey: string, nodeId: string) {
    const endpoint = `/files/${encodeURIComponent(fileKey)}/nodes?ids=${encodeURIComponent(nodeId)}`;
    const data = await this.request<NodeReply>(endpoint);
    const node = data.nodes[nodeId];
    return { modified: new Date(data.lastModified).toISOString(), kind: node?.document.type === "FRAME" ? "frame" : "other", children: node?.document.children?.length ?? 0 };
  }
}
