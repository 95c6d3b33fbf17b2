import { RISKS, SEVERITIES, type Severity } from '../../api/catalogs.gen.ts';
import { CLASS_NAMES } from '../../domain/labels.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/count.ts';
import { Checkbox, SelectField } from '../../ui/fields.tsx';
import { choice } from '../../ui/filter-bar.tsx';
import { filterOptions, type Names } from '../../ui/labels.tsx';
import { SearchBar } from '../../ui/search-bar.tsx';
import type { FindingSearch, OpenFindings } from './security.queries.ts';

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

/** The values of a filter with their ids. */
const withIds = <Value extends string>(names: Names<Value>, after: string) =>
  filterOptions(names).map(([id, name]) => [id, id === '' ? name : `${id}${after} ${name}`] as const);

const CLASS_OPTIONS = withIds(CLASS_NAMES, ':');
const RISK_OPTIONS = withIds(RISKS, '');

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
      <SearchBar
        label="Filter findings"
        q={search.q}
        placeholder="Title, rule, file or MCP"
        onSearch={(q) => onChange({ q })}
        onClear={onClear}
      >
        <SelectField
          label="Status"
          value={search.status ?? ''}
          options={STATUSES}
          onChange={(status) => onChange({ status: choice(status) })}
        />
        <SelectField
          label="Class"
          value={search.vulnerability_class ?? ''}
          options={CLASS_OPTIONS}
          onChange={(letter) => onChange({ vulnerability_class: choice(letter) })}
        />
        <SelectField
          label="OWASP risk"
          value={search.owasp_mcp ?? ''}
          options={RISK_OPTIONS}
          onChange={(risk) => onChange({ owasp_mcp: choice(risk) })}
        />
        <SelectField
          label="Suppressions"
          value={search.suppressed ?? ''}
          options={SUPPRESSED}
          onChange={(suppressed) => onChange({ suppressed: choice(suppressed) })}
        />
      </SearchBar>
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
