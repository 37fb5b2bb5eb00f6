import { useEffect, useState } from 'preact/hooks';

const PAUSE_MS = 250;

/** Typed text, after a pause. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
