import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

export interface Entity {
  name: string;
  entityType: string;
  observations: string[];
}

export interface Relation {
  from: string;
  to: string;
  relationType: string;
}

const MAX_ENTITIES = 5000;

export class KnowledgeGraph {
  private entities = new Map<string, Entity>();
  private relations: Relation[] = [];

  constructor(private readonly file: string) {}

  async load(): Promise<void> {
    let text: string;
    try {
      text = await readFile(this.file, "utf8");
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code === "ENOENT") return;
      throw e;
    }
    const data = JSON.parse(text) as { entities: Entity[]; relations: Relation[] };
    this.entities = new Map(data.entities.map((e) => [e.name, e]));
    this.relations = data.relations;
  }

  private async save(): Promise<void> {
    await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const draft = `${this.file}.new`;
    await writeFile(draft, JSON.stringify({ entities: [...this.entities.values()], relations: this.relations }), { mode: 0o600 });
    await rename(draft, this.file);
  }

  async addEntities(list: Entity[]): Promise<number> {
    let added = 0;
    for (const e of list) {
      if (this.entities.has(e.name)) continue;
      if (this.entities.size >= MAX_ENTITIES) throw new Error("the graph is full");
      this.entities.set(e.name, e);
      added++;
    }
    await this.save();
    return added;
  }

  async addRelation(r: Relation): Promise<boolean> {
    if (!this.entities.has(r.from) || !this.entities.has(r.to) || this.relations.length >= MAX_ENTITIES) return false;
    this.relations.push(r);
    await this.save();
    return true;
  }

  async removeEntity(name: string): Promise<boolean> {
    const there = this.entities.delete(name);
    this.relations = this.relations.filter((r) => r.from !== name && r.to !== name);
    if (there) await this.save();
    return there;
  }

  search(query: string): Entity[] {
    const q = query.toLowerCase();
    return [...this.entities.values()]
      .filter((e) => [e.name, e.entityType, ...e.observations].some((t) => t.toLowerCase().includes(q)))
      .slice(0, 50);
  }
}
