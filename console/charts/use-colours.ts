import { useEffect, useState } from 'preact/hooks';

/** Colours of the style sheet, for a canvas. */
interface Colours {
  readonly accent: string;
  readonly text: string;
  readonly line: string;
}

const DARK = window.matchMedia('(prefers-color-scheme: dark)');

function read(): Colours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return { accent: of('--accent-graph'), text: of('--muted'), line: of('--line') };
}

/** Follows the change between light and dark. */
export function useColours(): Colours {
  const [colours, setColours] = useState(read);
  useEffect(() => {
    const follow = (): void => setColours(read());
    DARK.addEventListener('change', follow);
    return () => DARK.removeEventListener('change', follow);
  }, []);
  return colours;
}
