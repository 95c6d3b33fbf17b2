/** What the parts of the work are called. */
const TITLES: Readonly<Record<string, string>> = {
  reading: 'reading files',
  manifests: 'reading manifests',
  parsing: 'parsing source code',
  flows: 'following values',
  rules: 'applying rules',
  scores: 'scoring',
};

/** Tells on a terminal what is going on, and how long each part took. */
export class Progress {
  private readonly times: { readonly phase: string; readonly start: number }[] = [];

  /** @param terminal where to tell; undefined when nobody is there to see it */
  constructor(private readonly terminal: NodeJS.WriteStream | undefined) {}

  begin(phase: string): void {
    this.times.push({ phase, start: performance.now() });
    this.terminal?.write(`\r\u001b[K${TITLES[phase] ?? phase} …`);
  }

  /** Takes the line away again. */
  end(): void {
    this.times.push({ phase: 'end', start: performance.now() });
    this.terminal?.write('\r\u001b[K');
  }

  /** A line for each part, in milliseconds. */
  timing(): string {
    return this.times
      .slice(0, -1)
      .map(({ phase, start }, index) => {
        const took = (this.times[index + 1]?.start ?? start) - start;
        return `${(TITLES[phase] ?? phase).padEnd(20)} ${took.toFixed(0).padStart(7)} ms\n`;
      })
      .join('');
  }
}
