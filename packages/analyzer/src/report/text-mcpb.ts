import type { Paint } from './paint.js';
import type { ComparedNames, ReportedLaunch, ReportedMcpb } from './mcpb-report.js';
import type { AnalysisReport } from './report.js';
import { indented } from './text-width.js';

/** Names that are listed; further ones are counted. */
const SHOWN = 10;

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function startOf({ starts, file_path: path, reference, pinned, reason }: ReportedLaunch): string {
  if (starts === 'bundle') return path ?? '';
  if (starts === 'package')
    return `${reference ?? ''}, not in the bundle${pinned === true ? '' : ', not pinned'}`;
  return reason ?? '';
}

function differenceLines(what: string, { declared, generated, ...names }: ComparedNames): string[] {
  if (declared === null) return [];
  const missing = names.only_in_manifest;
  const further = names.only_in_code;
  return [
    ...(missing.length > 0
      ? [
          `${what} of the manifest that the code does not have${names.unnamed_in_code ? ', unless it computes their names' : ''}: ${listed(missing)}`,
        ]
      : []),
    ...(further.length > 0
      ? [
          `${what} of the code that the manifest does not name${generated ? ', as it says' : ''}: ${listed(further)}`,
        ]
      : []),
  ];
}

function signatureLine({ signature: { status, reason, signer } }: ReportedMcpb): string {
  if (status === 'none') return 'not signed';
  if (signer === null) return `signature ${status}: ${reason ?? ''}`;
  const by = signer.self_signed ? 'by itself' : `by ${signer.issuer}`;
  return `signed by ${signer.subject}, certified ${by}, whose certificate was not compared with any that is trusted: sha256 ${signer.sha256}`;
}

/** What the manifest of an MCP bundle says. */
export function bundleManifestLines({ mcpb }: AnalysisReport, width: number, paint: Paint): string[] {
  if (mcpb === undefined) return [];
  const secrets = mcpb.user_config.filter(({ sensitive }) => sensitive).map(({ name }) => name);
  const options = mcpb.user_config.map(({ name }) => name);
  const lines = [
    `${mcpb.name} ${mcpb.version}, manifest ${mcpb.manifest_version}, ${mcpb.server_type}, sha256 ${mcpb.sha256}`,
    ...mcpb.launches.map(
      (launch) => `on ${launch.platforms.join(', ')}: ${launch.command.join(' ')} (${startOf(launch)})`,
    ),
    ...differenceLines('tools', mcpb.tools),
    ...differenceLines('prompts', mcpb.prompts),
    ...(options.length > 0
      ? [`asks for ${listed(options)}${secrets.length > 0 ? `; secret: ${listed(secrets)}` : ''}`]
      : []),
    signatureLine(mcpb),
  ];
  return [paint('strong', 'MCP BUNDLE'), ...lines.flatMap((line) => indented(line, width, '  ', '    '))];
}
