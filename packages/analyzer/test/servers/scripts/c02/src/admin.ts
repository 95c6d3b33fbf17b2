export class UserAdmin {
  private users = new Map<string, { name: string }>();
  names(): string[] { return [...this.users.values()].map((u) => u.name); }
  remove(id: string): void { this.users.delete(id); }
}
