/** What the parts of the work are called. */
const TITLES: Readonly<Record<string, string>> = {
  advisories: 'reading advisories',
  reading: 'reading files',
  manifests: 'reading manifests',
  parsing: 'parsing source code',
  flows: 'following values',
  rules: 'applying rules',
  scores: 'scoring',
};

/** Tells what is going on, and how long each part took. */
export class Progress {
  private readonly times: { readonly phase: string; readonly start: number }[] = [];

  constructor(private readonly stream: NodeJS.WriteStream) {}

  /** A part of the work begins. Only who sits at a terminal is told. */
  start(phase: string): void {
    this.times.push({ phase, start: performance.now() });
    this.show(`${TITLES[phase] ?? phase} …`);
  }

  /** Says what is to be kept, a log too. */
  say(line: string): void {
    this.show('');
    this.stream.write(`${line}\n`);
  }

  /** Takes the line away again. */
  end(): void {
    this.times.push({ phase: 'end', start: performance.now() });
    this.show('');
  }

  private show(text: string): void {
    if (this.stream.isTTY) this.stream.write(`\r\u001b[K${text}`);
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
