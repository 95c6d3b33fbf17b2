import { promises as fs } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
const here = path.dirname(fileURLToPath(import.meta.url));
const FILE = process.env.MEMORY_FILE_PATH ?? path.join(here, "memory.jsonl");
export interface Entity { name: string; entityType: string; observations: string[] }
export class KnowledgeGraph {
  private async load(): Promise<Entity[]> {
    try {
      const data = await fs.readFile(FILE, "utf-8");
      return data.split("\n").filter((l) => l.trim() !== "").map((l) => JSON.parse(l) as Entity);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
  }
  private async save(entities: Entity[]): Promise<void> {
    await fs.writeFile(FILE, entities.map((e) => JSON.stringify(e)).join("\n"));
  }
  async create(list: Entity[]): Promise<number> {
    const all = await this.load();
    const fresh = list.filter((e) => !all.some((x) => x.name === e.name));
    await this.save([...all, ...fresh]);
    return fresh.length;
  }
  async remove(names: string[]): Promise<void> {
    await this.save((await this.load()).filter((e) => !names.includes(e.name)));
  }
  async search(q: string): Promise<Entity[]> {
    const needle = q.toLowerCase();
    return (await this.load()).filter((e) => e.name.toLowerCase().includes(needle) || e.observations.some((o) => o.toLowerCase().includes(needle)));
  }
}
