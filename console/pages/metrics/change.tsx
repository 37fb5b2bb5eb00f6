import { count } from '../../format';

interface ChangeProps {
  readonly now: number | null;
  /** Undefined or null where it is not known. */
  readonly before: number | null | undefined;
  readonly textOf?: (value: number) => string;
}

/** How a figure has changed, with a sign, and for screen readers in words; nothing where it was 0 and is 0. */
export function Change({ now, before, textOf = count }: ChangeProps) {
  if (now === null || before === null) return null;
  if (before === undefined) return <Small text="—" words="sem comparação" />;
  if (now === before) return now === 0 ? null : <Small text="igual" />;
  return now > before ? (
    <Small text={`+${textOf(now - before)}`} words="a mais" />
  ) : (
    <Small text={`−${textOf(before - now)}`} words="a menos" />
  );
}

/** Says of a row that it was not there before. */
export const New = () => <Small text="novo" />;

const Small = ({ text, words }: { readonly text: string; readonly words?: string }) => (
  <small class="change">
    {text}
    {words && <span class="visually-hidden"> {words}</span>}
  </small>
);
