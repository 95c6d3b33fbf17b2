import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionForm } from '../../ui/action-form.tsx';
import { AppLink } from '../../ui/button.tsx';
import { Checkboxes, Choice, formText } from '../../ui/fields.tsx';
import { termsQuery } from '../terms/terms.queries.ts';
import { MCP_CHANGES, setCategory, setTags, type AdminMcp } from './mcps.queries.ts';

/** Category and tags of an MCP. */
export function McpTerms({ mcp }: { readonly mcp: AdminMcp }) {
  const { data: categories } = useSuspenseQuery(termsQuery('categories'));
  return (
    <section className="card stack" aria-labelledby="terms">
      <h2 id="terms">Category and tags</h2>
      <ActionForm
        label="Category"
        submit="Set the category"
        success="The category is set."
        fields={['category_id']}
        changes={MCP_CHANGES}
        run={(form) => {
          const id = formText(form, 'category_id');
          return setCategory(mcp.id, id === '' ? null : id);
        }}
      >
        {(errorOf) => (
          <Choice
            name="category_id"
            label="Category"
            initial={mcp.category?.id ?? ''}
            options={[
              ['', 'No category'] as const,
              ...withCurrent(categories.terms, mcp.category === null ? [] : [mcp.category]).map(
                ({ id, name }) => [id, name] as const,
              ),
            ]}
            error={errorOf('category_id')}
          />
        )}
      </ActionForm>
      <Tags mcp={mcp} />
    </section>
  );
}

type NamedTerm = Pick<AdminMcp['tags'][number], 'id' | 'name'>;

/** The terms of the first page, and those that the MCP has beyond it. */
const withCurrent = (terms: readonly NamedTerm[], current: readonly NamedTerm[]): readonly NamedTerm[] => [
  ...terms,
  ...current.filter(({ id }) => !terms.some((term) => term.id === id)),
];

function Tags({ mcp }: { readonly mcp: AdminMcp }) {
  const { data } = useSuspenseQuery(termsQuery('tags'));
  const [ids, setIds] = useState<readonly string[]>(mcp.tags.map(({ id }) => id));
  const tags = withCurrent(data.terms, mcp.tags);
  if (tags.length === 0) {
    return (
      <p>
        There are no tags yet. <AppLink to="/admin/tags">Create one</AppLink>
      </p>
    );
  }
  return (
    <ActionForm
      label="Tags"
      submit="Set the tags"
      success="The tags are set."
      fields={[]}
      changes={MCP_CHANGES}
      run={() => setTags(mcp.id, [...ids])}
    >
      {
        <Checkboxes
          legend="Tags"
          options={tags.map(({ id, name }) => [id, name] as const)}
          chosen={ids}
          onChange={setIds}
        />
      }
    </ActionForm>
  );
}
