import '../../styles/sources.css';
import { NewSource } from './new-source';
import { SourcePage } from './source';
import { Sources } from './sources';

interface SourcesPagesProps {
  /** Parts of the route after `fontes`. */
  readonly route: readonly string[];
}

/** Pages of the sources: the list, a new one, and one of them. */
export function SourcesPages({ route: [id, tool] }: SourcesPagesProps) {
  if (!id) return <Sources />;
  if (id === 'nova') return <NewSource key={tool ?? ''} tool={tool} />;
  return <SourcePage key={id} id={id} />;
}
