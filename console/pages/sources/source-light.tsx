import type { SourceView } from '../../../src/contract/source';
import { plural } from '../../format';
import { lightOf } from './light';

/** Light of a source, with what came in seven days. */
export function Light({ of: source }: { readonly of: SourceView }) {
  const [colour, text] = lightOf(source);
  const { received_7_days: received, spam_7_days: spam } = source;
  const counts = [
    received > 0 && `${plural(received, 'envio', 'envios')} em 7 dias`,
    spam > 0 && `${plural(spam, 'spam barrado', 'spams barrados')}`,
  ].filter(Boolean);
  return (
    <p class="light">
      <span class={`lamp ${colour}`} aria-hidden="true" />
      <strong>{text}</strong>
      {counts.length > 0 && <span class="muted">{counts.join(' · ')}</span>}
    </p>
  );
}
