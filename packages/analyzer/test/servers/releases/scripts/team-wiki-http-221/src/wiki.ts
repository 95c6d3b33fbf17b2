const pages = new Map<string, string>([
  ["onboarding", "Ask Ana for a badge. Laptops are in room 3."],
  ["deploys", "Deploys run from main on weekdays between 9 and 15."],
]);

export const titles = (): string[] => [...pages.keys()];
export const page = (title: string): string | undefined => pages.get(title);
