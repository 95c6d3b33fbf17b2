import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink, Button } from '../../ui/button.tsx';
import { counted } from '../../ui/count.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { BulkAction, SelectionBar, type Selection } from '../selection.tsx';
import { termsQuery, type Taxonomy } from '../terms/terms.queries.ts';
import { useBulk, type Bulk } from '../use-bulk.ts';
import { analyzeMcp, MCP_CHANGES, setCategory, setFeatured, setTags, type AdminMcp } from './mcps.queries.ts';

/** Actions on the selected MCPs, one request after another. */
export function McpSelection({ selection }: { readonly selection: Selection<AdminMcp> }) {
  const bulk = useBulk(MCP_CHANGES);
  const [dialog, setDialog] = useState<Taxonomy>();
  const { selected } = selection;
  const isDisabled = selected.length === 0 || bulk.state.isRunning;
  const confirmed = (label: string, text: string, one: (id: string) => Promise<unknown>) => (
    <BulkAction
      label={label}
      question={`${label} ${counted(selected.length, 'MCP')}?`}
      selection={selection}
      bulk={bulk}
      run={() => bulk.each(label, selected, one)}
    >
      {text}
    </BulkAction>
  );
  return (
    <>
      <SelectionBar selection={selection} noun="MCPs" state={bulk.state}>
        <Button look="secondary" small isDisabled={isDisabled} onPress={() => setDialog('categories')}>
          Set category
        </Button>
        <Button look="secondary" small isDisabled={isDisabled} onPress={() => setDialog('tags')}>
          Add tag
        </Button>
        {confirmed('Feature', 'The catalog shows them as featured.', (id) => setFeatured(id, true))}
        {confirmed('Stop featuring', 'The catalog no longer shows them as featured.', (id) =>
          setFeatured(id, false),
        )}
        {confirmed('Analyze', 'The newest version of each is analyzed again.', analyzeMcp)}
      </SelectionBar>
      <Dialog
        title={
          dialog === 'categories'
            ? `Set the category of ${counted(selected.length, 'MCP')}`
            : `Add a tag to ${counted(selected.length, 'MCP')}`
        }
        isOpen={dialog !== undefined}
        onClose={() => setDialog(undefined)}
      >
        {dialog === undefined ? null : (
          <TermDialog
            taxonomy={dialog}
            selection={selection}
            bulk={bulk}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Dialog>
    </>
  );
}

interface TermDialogProps {
  readonly taxonomy: Taxonomy;
  readonly selection: Selection<AdminMcp>;
  readonly bulk: Bulk;
  readonly onClose: () => void;
}

function TermDialog({ taxonomy, selection, bulk, onClose }: TermDialogProps) {
  const { data } = useSuspenseQuery(termsQuery(taxonomy));
  const [id, setId] = useState(taxonomy === 'categories' ? '' : (data.terms[0]?.id ?? ''));
  const apply = (): void => {
    onClose();
    if (taxonomy === 'categories') {
      void bulk.each('Set category', selection.selected, (mcpId) =>
        setCategory(mcpId, id === '' ? null : id),
      );
      return;
    }
    const tagsOf = new Map(selection.rows.map((mcp) => [mcp.id, mcp.tags.map((tag) => tag.id)]));
    void bulk.each('Add tag', selection.selected, (mcpId) =>
      setTags(mcpId, [...new Set([...(tagsOf.get(mcpId) ?? []), id])]),
    );
  };
  return (
    <>
      <SelectField
        label={taxonomy === 'categories' ? 'Category' : 'Tag'}
        value={id}
        options={[
          ...(taxonomy === 'categories' ? [['', 'No category'] as const] : []),
          ...data.terms.map((term) => [term.id, term.name] as const),
        ]}
        hint={
          data.terms.length > 0 ? undefined : (
            <>
              There are no {taxonomy} yet. <AppLink to={`/admin/${taxonomy}`}>Create one</AppLink>
            </>
          )
        }
        onChange={setId}
      />
      <div className="form-actions">
        <Button isDisabled={taxonomy === 'tags' && id === ''} onPress={apply}>
          Apply
        </Button>
        <Button look="secondary" onPress={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}
