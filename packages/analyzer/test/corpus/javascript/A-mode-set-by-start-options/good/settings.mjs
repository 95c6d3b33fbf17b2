export const settings = { filters: false, size: 64 };

export function configure(options) {
  for (const [name, value] of Object.entries(options)) settings[name] = value;
}
