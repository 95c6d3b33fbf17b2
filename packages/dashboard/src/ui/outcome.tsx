import { useRouterState } from '@tanstack/react-router';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

/** Says what an action has done. */
type Report = (text: ReactNode) => void;

const OutcomeContext = createContext<Report | undefined>(undefined);

/** Shows above its children what the last action has done, until the reader goes to another page. */
export function OutcomeArea({ children }: { readonly children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [outcome, setOutcome] = useState<{ readonly text: ReactNode; readonly path: string }>();
  const note = useRef<HTMLDivElement>(null);
  const pathRef = useRef(path);
  pathRef.current = path;
  const report = useCallback<Report>((text) => setOutcome({ text, path: pathRef.current }), []);
  const shown = outcome?.path === path ? outcome : undefined;
  useEffect(() => {
    if (shown === undefined) return undefined;
    // The button that was pressed may be gone with its row; dialogs give the focus back before that.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) note.current?.focus({ preventScroll: true });
      note.current?.scrollIntoView({ block: 'nearest' });
    }, FOCUS_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const value = useMemo(() => report, [report]);
  return (
    <OutcomeContext value={value}>
      <div className="stack">
        <div
          ref={note}
          tabIndex={-1}
          role="status"
          className={shown === undefined ? 'visually-hidden' : 'notice good'}
        >
          {shown === undefined ? null : <div>{shown.text}</div>}
        </div>
        {children}
      </div>
    </OutcomeContext>
  );
}

const FOCUS_MS = 150;

/** Shows what an action has done at the top of the page; undefined where the page has no place for that. */
export const useOutcome = (): Report | undefined => use(OutcomeContext);
