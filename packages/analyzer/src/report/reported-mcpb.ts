import { compareText } from '../common/text-order.js';
import { printable, printablePath } from '../findings/printable.js';
import type { DeclaredNames } from '../mcpb/manifest.js';
import type { Signature } from '../mcpb/signature.js';
import type { JudgedLaunch } from '../mcpb/judged-launch.js';
import type { BundleFacts } from '../packages/package-facts.js';
import type { Surface } from '../surface/surface.js';
import type { ReportedMcpb } from './mcpb-report.js';

const sorted = (names: Iterable<string>): string[] =>
  [...new Set(names)].filter((name) => name !== '').sort(compareText);

/** The names that code has. */
interface NamesInCode {
  readonly names: Iterable<string>;
  /** Names in descriptions, which can be those of something else. */
  readonly described?: Iterable<string>;
  /** Whether there may be others. */
  readonly isOpen: boolean;
}

/** The names in a manifest beside those in the code. */
function comparedNames({ names, isOpen }: DeclaredNames, inCode: NamesInCode): ReportedMcpb['tools'] {
  const printed = (all: Iterable<string>): string[] => sorted([...all].map((name) => printable(name)));
  const declared = names === undefined ? null : printed(names);
  const found = printed(inCode.names);
  const known = new Set([...found, ...printed(inCode.described ?? [])]);
  return {
    declared,
    generated: isOpen,
    only_in_manifest: (declared ?? []).filter((name) => !known.has(name)),
    only_in_code: declared === null ? [] : found.filter((name) => !declared.includes(name)),
    unnamed_in_code: inCode.isOpen,
  };
}

/** A handler without a tool of its own answers calls of tools whose names are not known. */
const toolsOf = ({ tools, handled }: Surface): NamesInCode => ({
  names: tools.map(({ name }) => name),
  isOpen: tools.some(({ name }) => name === '') || (tools.length === 0 && handled.has('tool')),
});

const promptsOf = ({ prompts, texts }: Surface): NamesInCode => ({
  names: prompts,
  described: texts.filter(({ kind }) => kind === 'prompt').map(({ name }) => name),
  isOpen: prompts.has(''),
});

function reportedLaunch({
  platforms,
  command,
  variables,
  start,
}: JudgedLaunch): ReportedMcpb['launches'][number] {
  return {
    platforms: platforms.map((platform) => printable(platform)),
    command: command.map((word) => printable(word)),
    variables: sorted([...variables.keys()].map((name) => printable(name))),
    starts: start.kind,
    file_path: start.kind === 'bundle' ? printablePath(start.path) : null,
    reference: start.kind === 'package' ? printable(start.reference) : null,
    pinned: start.kind === 'package' ? start.isPinned : null,
    reason: start.kind === 'unknown' ? printable(start.reason) : null,
  };
}

function reportedSignature(signature: Signature): ReportedMcpb['signature'] {
  const { status } = signature;
  const signer = status === 'intact' ? signature.signer : undefined;
  return {
    status,
    reason: status === 'broken' || status === 'unchecked' ? signature.reason : null,
    signer: signer
      ? {
          subject: printable(signer.subject),
          issuer: printable(signer.issuer),
          self_signed: signer.isSelfSigned,
          sha256: signer.fingerprint,
          valid_from: signer.validFrom,
          valid_to: signer.validTo,
        }
      : null,
  };
}

/** What a report says of an MCP bundle besides its code. */
export function reportedMcpb({ bundle, launches }: BundleFacts, surface: Surface): ReportedMcpb {
  const { manifest, sha256, size, signature } = bundle;
  return {
    sha256,
    size_bytes: size,
    manifest_version: manifest.formatVersion,
    name: printable(manifest.displayName ?? manifest.name),
    version: printable(manifest.version),
    server_type: manifest.serverType,
    entry_point: printablePath(manifest.entryPoint),
    launches: launches.map(reportedLaunch),
    tools: comparedNames(manifest.tools, toolsOf(surface)),
    prompts: comparedNames(manifest.prompts, promptsOf(surface)),
    user_config: manifest.userOptions.map(({ name, type, isRequired, isSensitive }) => ({
      name: printable(name),
      type: printable(type),
      required: isRequired,
      sensitive: isSensitive,
    })),
    signature: reportedSignature(signature),
  };
}
