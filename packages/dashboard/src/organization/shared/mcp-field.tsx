import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

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
  const q = useDebounced(value.trim());
  const { data } = useQuery({ ...suggestionsQuery(q), enabled: q !== '' });
  return (
    <SuggestField
      label={label}
      value={value}
      onText={onChange}
      suggestions={data?.mcps.map((mcp) => mcp.name) ?? []}
      placeholder="acme/files"
      hint={hint}
      error={error}
      required
    />
  );
}
