import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** Goes to the list of what was deleted, and reads it again; not before, as the page of the deleted one still asks for it. */
export function useLeave(list: 'mcps' | 'orgs' | 'users'): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return () =>
    void navigate({ to: `/admin/${list}` }).then(() =>
      client.invalidateQueries({ queryKey: ['admin', list] }),
    );
}
