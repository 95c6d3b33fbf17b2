import { useEffect, useState } from 'react';

/** The value as it was when it last stayed the same for `ms`; compared as JSON. */
export function useDebounced<Value>(value: Value, ms = 400): Value {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return JSON.parse(settled) as Value;
}
