import { useEffect, useRef } from 'react';

/** Two presses within this time are one: a double click. */
const PRESS_MS = 500;

/**
 * Lets the first of several presses in quick succession through. Forms know only a moment after a press that its request is
 * on its way, and would send it twice.
 * @param isPending whether the form knows it
 */
export function useFirstPress(isPending: boolean): () => boolean {
  const pressedAt = useRef(-Infinity);
  useEffect(() => {
    // From here on, the form itself ignores presses until it has the answer.
    if (isPending) pressedAt.current = -Infinity;
  }, [isPending]);
  return () => {
    const now = performance.now();
    if (isPending || now - pressedAt.current < PRESS_MS) return false;
    pressedAt.current = now;
    return true;
  };
}
