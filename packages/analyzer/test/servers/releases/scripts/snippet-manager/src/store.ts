export interface Snippet {
  name: string;
  language: string;
  code: string;
}

export class SnippetStore {
  private readonly items = new Map<string, Snippet>();

  put(s: Snippet): void {
    if (!this.items.has(s.name) && this.items.size >= 500) throw new Error("the store is full");
    this.items.set(s.name, s);
  }

  get(name: string): Snippet | undefined {
    return this.items.get(name);
  }

  names(): string[] {
    return [...this.items.keys()].sort();
  }
}
