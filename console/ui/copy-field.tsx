import { useId, useRef } from 'preact/hooks';
import { Button } from './button';
import { say } from './messages';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly verb: string;
  readonly copied: string;
  readonly kind?: 'primary' | 'plain';
}

const MOST_ROWS = 20;

/** Text to copy: a field for one line, an area of up to `MOST_ROWS` for several. */
export function CopyField({ label, text, verb, copied, kind }: CopyFieldProps) {
  const id = useId();
  const line = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const copy = async (): Promise<void> => {
    (line.current ?? area.current)?.select();
    if (await isCopied(text)) say(copied);
    else say('Não foi possível copiar: use Ctrl+C no texto selecionado.');
  };
  const lines = text.split('\n').length;
  return (
    <div class="copy-field">
      <label for={id}>{label}</label>
      <div class={lines === 1 ? 'with-button' : 'above-button'}>
        {lines === 1 ? (
          <input id={id} ref={line} type="text" class="code" readOnly value={text} />
        ) : (
          <textarea
            id={id}
            ref={area}
            class="code"
            readOnly
            rows={Math.min(lines, MOST_ROWS)}
            wrap="off"
            spellcheck={false}
            value={text}
          />
        )}
        <Button kind={kind} icon="copy" onClick={copy}>
          {verb}
        </Button>
      </div>
    </div>
  );
}

/** Whether the selected text was copied. Pages over plain HTTP have no `navigator.clipboard`. */
const isCopied = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand('copy');
  }
};
