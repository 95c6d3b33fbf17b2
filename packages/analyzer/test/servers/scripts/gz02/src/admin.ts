export class UserAdmin {
  private users = new Map<string, { name: string }>();
  remove(id: string): void { this.users.delete(id); }
}
