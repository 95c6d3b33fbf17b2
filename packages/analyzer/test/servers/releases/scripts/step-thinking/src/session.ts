export interface Step {
  thought: string;
  number: number;
  total: number;
  revises?: number;
  branch?: string;
}

const MAX_STEPS = 200;

export class ThinkingSession {
  private steps: Step[] = [];
  private readonly branches = new Map<string, number>();

  record(step: Step): { stepNumber: number; total: number; branches: string[]; history: number } {
    if (this.steps.length >= MAX_STEPS) this.steps = this.steps.slice(-MAX_STEPS / 2);
    if (step.revises !== undefined && step.revises >= step.number) {
      throw new RangeError("a step can only revise an earlier one");
    }
    this.steps.push(step);
    if (step.branch) {
      if (!this.branches.has(step.branch) && this.branches.size >= 20) throw new RangeError("too many branches");
      this.branches.set(step.branch, (this.branches.get(step.branch) ?? 0) + 1);
    }
    return {
      stepNumber: step.number,
      total: Math.max(step.total, step.number),
      branches: [...this.branches.keys()],
      history: this.steps.length,
    };
  }

  reset(): void {
    this.steps = [];
    this.branches.clear();
  }
}
