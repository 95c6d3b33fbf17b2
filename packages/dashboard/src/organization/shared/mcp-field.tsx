import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { bodyOf, hub } from '../../api/client.ts';
import { useDebounced } from './use-debounced.ts';

const SUGGESTIONS = 10;

const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['mcps', 'suggestions', q],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/mcps', { params: { query: { limit: SUGGESTIONS, q } }, signal })),
    placeholderData: keepPreviousData,
  });

/** A text field for the name of an MCP, which suggests those that match. */
export function McpField({
  label,
  value,
  onChange,
  hint,
  error,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
}) {
  const id = useId();
  const q = useDebounced(value.trim());
  const { data } = useQuery({ ...suggestionsQuery(q), enabled: q !== '' });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        list={`${id}-list`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="acme/files"
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        aria-invalid={error === undefined ? undefined : true}
        required
      />
      <datalist id={`${id}-list`}>
        {data?.mcps.map((mcp) => (
          <option key={mcp.id} value={mcp.name} />
        ))}
      </datalist>
      <span id={`${id}-hint`} className={error === undefined ? 'field-hint' : 'field-error'}>
        {error ?? hint}
      </span>
    </div>
  );
}
