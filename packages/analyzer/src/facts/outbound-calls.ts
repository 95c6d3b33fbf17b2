import type { CallEvent } from '../engine/events.js';
import { memoByName } from '../common/memo.js';
import { option } from '../engine/expressions/call-arguments.js';
import { limitsTime } from '../models/time-limits.js';

/** Calls that wait for a network or another program, indefinitely without a timeout. */
const WAITING =
  /^(?:fetch|axios(?:\.(?:get|post|put|patch|delete|head|request))?|got(?:\.\w+)?|undici\.request|https?\.(?:get|request)|child_process\.(?:exec|execSync|execFile|execFileSync|spawnSync)|requests\.(?:get|post|put|patch|delete|head|request)|urllib\.request\.urlopen|subprocess\.(?:run|call|check_call|check_output)|net\/http\.(?:Get|Post|PostForm|Head)|os\/exec\.Command)$/u;
/** Calls that have a timeout of their own or take it from a context. */
const LIMITED =
  /^(?:httpx\.(?:get|post|put|patch|delete|head|request|stream)|aiohttp\.(?:get|post|put|patch|delete|request)|os\/exec\.CommandContext|net\/http\.NewRequestWithContext)$/u;

const kindOf = memoByName((name) =>
  LIMITED.test(name) ? 'limited' : WAITING.test(name) ? 'waiting' : undefined,
);

/** Counts the call sites that wait for other systems, and those of them with a timeout. */
export class OutboundCalls {
  private readonly locations = new Map<string, boolean>();

  see(event: CallEvent): void {
    for (const name of event.names) {
      const kind = kindOf(name);
      if (kind === undefined) continue;
      const location = `${event.frame.module}:${event.node.line} ${name}`;
      const bounded =
        kind === 'limited' ||
        limitsTime(event.receiver) ||
        ['timeout', 'signal', 'timeoutMs', 'requestTimeout'].some((key) => option(event, key));
      this.locations.set(location, (this.locations.get(location) ?? false) || bounded);
    }
  }

  get count(): number {
    return this.locations.size;
  }

  get limited(): number {
    return [...this.locations.values()].filter(Boolean).length;
  }
}
