export interface Task {
  id: number;
  owner: string;
  title: string;
  done: boolean;
}

const LIMIT = 200;

export class Tasks {
  private next = 1;
  private readonly byOwner = new Map<string, Task[]>();

  list(owner: string): Task[] {
    return this.byOwner.get(owner) ?? [];
  }

  add(owner: string, title: string): Task {
    const mine = this.list(owner);
    if (mine.length >= LIMIT) throw new RangeError("the list is full");
    const task = { id: this.next++, owner, title, done: false };
    this.byOwner.set(owner, [...mine, task]);
    return task;
  }

  remove(owner: string, id: number): boolean {
    const mine = this.list(owner);
    this.byOwner.set(owner, mine.filter((t) => t.id !== id));
    return this.list(owner).length < mine.length;
  }
}
