import type { Frame } from '../../engine/frame.js';
import type { FunctionDefinition } from '../../ir/program.js';
import { byName } from '../../models/model.js';
import type { CallTable } from '../support/flow-reports.js';
import names from './names.json' with { type: 'json' };

/** Functions that a browser runs in a page: `page.evaluate((text) => …, text)`. What they evaluate is evaluated there. */
export class PageFunctions {
  private readonly all = new Set<FunctionDefinition>();

  /** Checks that collect the functions, before they run. */
  readonly calls: CallTable = byName(names.pageScript.evaluating, ({ arguments: { positional } }) => {
    for (const target of positional[0]?.targets ?? [])
      if (target.kind === 'closure') this.all.add(target.function);
  });

  /** Whether code is in such a function, or called by one. */
  hold(frame: Frame): boolean {
    for (let each: Frame | undefined = frame; each; each = each.caller)
      if (each.function && this.all.has(each.function)) return true;
    return false;
  }
}
