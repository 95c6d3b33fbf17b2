/** The titles of the phases. */
const TITLES: Readonly<Record<string, string>> = {
  fetching: 'fetching',
  advisories: 'reading advisories',
  reading: 'reading files',
  manifests: 'reading manifests',
  parsing: 'parsing source code',
  flows: 'following values',
  rules: 'applying rules',
  scores: 'scoring',
};

/** Reports progress and the duration of each phase. */
export class Progress {
  private readonly times: { readonly phase: string; readonly start: number }[] = [];

  constructor(private readonly stream: NodeJS.WriteStream) {}

  /** Starts a phase. Shown on terminals only. */
  start(phase: string): void {
    this.times.push({ phase, start: performance.now() });
    this.show(`${TITLES[phase] ?? phase} …`);
  }

  /** Prints a line that stays, in logs too. */
  say(line: string): void {
    this.show('');
    this.stream.write(`${line}\n`);
  }

  /** Clears the progress line. */
  end(): void {
    this.times.push({ phase: 'end', start: performance.now() });
    this.show('');
  }

  private show(text: string): void {
    if (this.stream.isTTY) this.stream.write(`\r\u001b[K${text}`);
  }

  /** One line per phase, in milliseconds. */
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
