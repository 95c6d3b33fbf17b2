import { SEVERITIES, type Severity } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, formText, SelectField, TextField } from '../../ui/fields.tsx';
import { count } from '../../ui/pager.tsx';
import { CLASSES } from '../gate/policy-rule.ts';
import { choice, FilterBar } from '../shared/filters.tsx';
import type { FindingSearch, OpenFindings, OrgFinding, Risk } from './security.queries.ts';

interface FindingFiltersProps {
  readonly search: FindingSearch;
  readonly totals: OpenFindings;
  /** Name of the MCP of the filter, if it is known. */
  readonly mcpName: string | undefined;
  readonly onChange: (change: Partial<FindingSearch>) => void;
  readonly onClear: (() => void) | undefined;
}

const STATUSES = [
  ['', 'Open'],
  ['resolved', 'Resolved'],
  ['all', 'Open and resolved'],
] as const;

const SUPPRESSED = [
  ['', 'With suppressed ones'],
  ['without', 'Not suppressed'],
  ['only', 'Only suppressed ones'],
] as const;

/** The ten risks by their names. */
export const RISKS: readonly (readonly [Risk, string])[] = [
  ['MCP01', 'Token & Credential Mismanagement'],
  ['MCP02', 'Tool Poisoning'],
  ['MCP03', 'Prompt Injection via MCP'],
  ['MCP04', 'Excessive Permissions'],
  ['MCP05', 'Command & Code Injection'],
  ['MCP06', 'Data Exfiltration'],
  ['MCP07', 'Insecure Communication'],
  ['MCP08', 'Insecure Storage'],
  ['MCP09', 'Insufficient Logging'],
  ['MCP10', 'Denial of Service'],
];

type ClassLetter = OrgFinding['vulnerability_class'];

/** The filters of the findings. */
export function FindingFilters({ search, totals, mcpName, onChange, onClear }: FindingFiltersProps) {
  const severities = (search.severity ?? '').split(',');
  const toggle = (severity: Severity, isSelected: boolean): void =>
    onChange({
      severity: choice(
        SEVERITIES.filter((other) => (other === severity ? isSelected : severities.includes(other))).join(
          ',',
        ),
      ),
    });
  return (
    <div className="stack">
      <FilterBar
        label="Filter findings"
        key={search.q}
        onApply={(form) => onChange({ q: choice(formText(form, 'q').trim()) })}
        onClear={onClear}
      >
        <TextField
          name="q"
          label="Search"
          type="search"
          defaultValue={search.q ?? ''}
          placeholder="Title, rule, file or MCP"
        />
        <SelectField
          label="Status"
          value={search.status ?? ''}
          options={STATUSES}
          onChange={(status) => onChange({ status: choice(status) })}
        />
        <SelectField
          label="Class"
          value={search.vulnerability_class ?? ''}
          options={[
            ['', 'All'],
            ...Object.entries(CLASSES).map(
              ([letter, name]) => [letter as ClassLetter, `${letter}: ${name}`] as const,
            ),
          ]}
          onChange={(letter) => onChange({ vulnerability_class: choice<ClassLetter>(letter) })}
        />
        <SelectField
          label="OWASP risk"
          value={search.owasp_mcp ?? ''}
          options={[['', 'All'], ...RISKS.map(([id, name]) => [id, `${id} ${name}`] as const)]}
          onChange={(risk) => onChange({ owasp_mcp: choice<Risk>(risk) })}
        />
        <SelectField
          label="Suppressions"
          value={search.suppressed ?? ''}
          options={SUPPRESSED}
          onChange={(suppressed) => onChange({ suppressed: choice(suppressed) })}
        />
      </FilterBar>
      <div className="row apart">
        <fieldset className="row severities">
          <legend className="visually-hidden">Severity</legend>
          {SEVERITIES.map((severity) => (
            <Checkbox
              key={severity}
              label={
                <span className={`badge ${severity}`}>
                  {severity} <span className="number">{count(totals[severity])}</span>
                </span>
              }
              isSelected={severities.includes(severity)}
              onChange={(isSelected) => toggle(severity, isSelected)}
            />
          ))}
        </fieldset>
        <div className="row">
          {search.mcp_id === undefined ? null : (
            <Chip text={mcpName ?? 'one MCP'} onRemove={() => onChange({ mcp_id: undefined })} />
          )}
          {search.rule_id === undefined ? null : (
            <Chip text={`rule ${search.rule_id}`} onRemove={() => onChange({ rule_id: undefined })} />
          )}
        </div>
      </div>
    </div>
  );
}

/** A filter that was chosen elsewhere, which can be removed. */
const Chip = ({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) => (
  <Button look="secondary" small onPress={onRemove} aria-label={`Remove the filter “${text}”`}>
    {text} <span aria-hidden="true">×</span>
  </Button>
);
