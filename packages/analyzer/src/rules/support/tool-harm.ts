import { capabilitiesOf } from '../../facts/capabilities.js';
import { memoByName } from '../../common/memo.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import type { PackageView } from '../rule.js';
import type { Capability } from '../../surface/surface.js';
import names from './names.json' with { type: 'json' };

/** What a tool does to its machine or to the data of its operator, whatever else the server has. */
const HARMFUL: ReadonlySet<Capability> = new Set([
  'file_write',
  'process_exec',
  'code_eval',
  'db_access',
  'browser_control',
]);

const readsFiles = memoByName((name) => names.toolHarm.reads.some((start) => name.startsWith(start)));

const ACTIONS = new RegExp(`^(?:${names.toolHarm.actions.join('|')})(?![a-z])`, 'u');
const COMPUTES = new RegExp(`^(?:${names.toolHarm.computes.join('|')})\\b`, 'u');

/** A method of a library's client that changes something in a service: `slack.WebClient().chat.postMessage`. */
const actsInService = memoByName((name) => {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return name.includes('.') && !COMPUTES.test(name) && ACTIONS.test(last);
});

const rootOf = (frame: Frame): Frame => {
  let root = frame;
  while (root.caller) root = root.caller;
  return root;
};

/** What somebody gains who can call the tools of a server, as far as its code shows it. */
export class ToolHarm {
  /** The files of the tools that do harm, and of those that only send requests. */
  private readonly harmful = new Set<string>();
  private readonly sending = new Set<string>();

  /** Looks at a call that may be made for a client. */
  see(event: CallEvent): void {
    const { frame, names: called } = event;
    if (called.length === 0 || (frame.entry.kind !== 'tool' && frame.entry.kind !== 'route')) return;
    for (const name of called) {
      const capabilities = capabilitiesOf(name, event);
      if (capabilities.some((each) => HARMFUL.has(each)) || readsFiles(name) || actsInService(name))
        this.harmful.add(rootOf(frame).module);
      else if (capabilities.includes('network_egress')) this.sending.add(rootOf(frame).module);
    }
  }

  /**
   * Whether the tools of a server do more than compute and answer: they read or change files, run programs, query a database, or
   * use an account of the operator. True if no tool was seen, because nothing then shows that they are harmless. A server whose
   * file registers tools itself is judged by those.
   */
  isGained({ surface: { tools }, capabilities }: PackageView, file: string): boolean {
    if (tools.length === 0) return true;
    const own = tools.filter((tool) => tool.file === file);
    if ((own.length > 0 ? own : tools).some(({ annotations }) => annotations.get('destructiveHint') === true))
      return true;
    const isOwn = (files: ReadonlySet<string>): boolean =>
      own.length > 0 ? files.has(file) : files.size > 0;
    return isOwn(this.harmful) || (capabilities.has('secret_access') && isOwn(this.sending));
  }
}
