const users = new Map([
  ['ana', { posts: 120 }],
  ['bo', { posts: 4 }],
]);
const hidden = new Set();

export const forum = {
  stats: () => ({ users: users.size, hidden: hidden.size }),
  hidePost: (id) => hidden.add(id).size,
  deleteUser: (name) => users.delete(name),
};
