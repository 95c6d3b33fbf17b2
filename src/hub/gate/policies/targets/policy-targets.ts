import { age } from './age.js';
import { certLevel } from './cert-level.js';
import { control } from './control.js';
import { findingClass } from './finding-class.js';
import { license } from './license.js';
import { mcpName } from './mcp-name.js';
import { origin } from './origin.js';
import type { PolicyTarget, PolicyTargetType } from './policy-target.js';
import { protocolVersion } from './protocol-version.js';
import { score } from './score.js';
import { severity } from './severity.js';
import { surface } from './surface.js';

/** All target types of policies (hub contract 11), by their name in the API. */
const TARGETS = {
  SCORE: score,
  CERT_LEVEL: certLevel,
  SEVERITY: severity,
  CLASS: findingClass,
  CONTROL: control,
  LICENSE: license,
  MCP: mcpName,
  ORIGIN: origin,
  AGE: age,
  SURFACE: surface,
  PROTOCOL_VERSION: protocolVersion,
} as const satisfies Readonly<Record<string, PolicyTargetType>>;

export type TargetType = keyof typeof TARGETS;

export const TARGET_TYPES = Object.keys(TARGETS) as TargetType[];

/** Maximum length of a value. */
export const MAX_TARGET_LENGTH = 1000;

/** Whether `type` is a target type. */
export const isTargetType = (type: string): type is TargetType => Object.hasOwn(TARGETS, type);

/** The parsed target of a policy; undefined if its type or value is invalid. */
export const parsePolicyTarget = (type: string, value: string): PolicyTarget | undefined =>
  isTargetType(type) && value.length <= MAX_TARGET_LENGTH ? TARGETS[type].parse(value) : undefined;

/** The rule for the values of a type, in an error message. */
export const targetRule = (type: TargetType): string => `${TARGETS[type].rule}, for ${type}`;

const typesThatMatch = (kind: PolicyTargetType['matches']): string =>
  TARGET_TYPES.filter((type) => TARGETS[type].matches === kind).join(', ');

/** Which servers each type matches, for the OpenAPI document. */
export const TYPES_DESCRIPTION =
  `A policy matches a server that falls short of its value (${typesThatMatch('below')}), ` +
  `or that its value lists (${typesThatMatch('listed')}).`;

/** The format of each type's values, for the OpenAPI document. */
export const VALUES_DESCRIPTION = TARGET_TYPES.map((type) => `${type}: ${TARGETS[type].format}.`).join(' ');
