const contacts = [
  { id: 1, first: 'Ana', last: 'Silva', email: 'ana@example.org', group: 'board' },
  { id: 2, first: 'Bo', last: 'Lind', email: 'bo@example.org', group: 'staff' },
  { id: 3, first: 'Chi', last: 'Okafor', email: 'chi@example.org', group: 'staff' },
];

export const groups = [...new Set(contacts.map((c) => c.group))];
export const inGroup = (group) => contacts.filter((c) => c.group === group);
