import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MAX_SEARCH } from '../../../src/contract/limits';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { plural } from '../../format';
import { Button } from '../../ui/button';
import { hasControl } from '../../ui/control-key';
import { FailureNotice } from '../../ui/notice';
import { isPassing } from '../../use-recovery';
import { useResource } from '../../use-resource';
import { useSteadyRows } from '../../use-steady-rows';
import { type FoundLeads, searchOf, useFoundLeads } from './found-leads';
import { type Choices, type Option, optionsOf } from './options';

/** Finds leads as people type: the arrow keys choose, Enter opens. What is typed is kept nowhere else. */
export function Palette(choices: Choices) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  const search = searchOf(text);
  const { data, failure, reload } = useFoundLeads(search);
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  // Older rows stay while people type on, so that nothing jumps.
  const found = data && isNear(data.search, search) ? data : undefined;
  const isLatest = found?.search === search;
  const options = found ? optionsOf(found, search, pipelines, choices) : [];
  const place = Math.max(
    0,
    options.findIndex(({ key }) => key === chosen),
  );
  const choose = (): void => options[place]?.choose();
  const awaited = useAwaitedChoice(isLatest, failure !== undefined, choose);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen(options[(place + 1) % options.length]?.key),
    ArrowUp: () => setChosen(options.at(place - 1)?.key),
    // The first row may still be one of an earlier search.
    Enter: () => (isLatest || chosen !== undefined ? choose() : awaited.set(search !== '')),
  };
  return (
    <>
      <Field
        text={text}
        list={options.length > 0 ? id : undefined}
        active={options.length > 0 ? `${id}-${place}` : undefined}
        keys={keys}
        onText={(typed) => {
          awaited.set(false);
          setChosen(undefined);
          setText(typed);
        }}
      />
      {search === '' && (
        <p class="hint">Digite parte do nome, três ou mais números do começo ou do fim do telefone, ou o e-mail.</p>
      )}
      <p class="hint" role="status">
        {search !== '' && !failure && (isLatest ? resultOf(found) : 'Buscando…')}
      </p>
      {search !== '' && (
        <FailureNotice failure={failure}>
          {isPassing(failure) && <p>A busca continua sozinha assim que der.</p>}
          <Button onClick={reload}>Tentar de novo</Button>
        </FailureNotice>
      )}
      <Results id={id} options={options} place={place} isBusy={!isLatest} />
    </>
  );
}

/** Whether people type on, or take back what they typed. */
const isNear = (before: string, search: string): boolean =>
  search !== '' && (before.startsWith(search) || search.startsWith(before));

function resultOf({ leads, hasMore }: FoundLeads): string {
  if (leads.length === 0) return hasMore ? 'Nenhum entre os leads mais novos.' : 'Nenhum lead encontrado.';
  return hasMore ? `Os primeiros ${leads.length} leads` : plural(leads.length, 'lead', 'leads');
}

/** Makes the choice of an Enter that came before the answer, once that is there. */
function useAwaitedChoice(isLatest: boolean, hasFailed: boolean, choose: () => void) {
  const isAwaited = useRef(false);
  const set = (value: boolean): void => void (isAwaited.current = value);
  useEffect(() => {
    if (hasFailed) set(false);
    if (!isLatest || !isAwaited.current) return;
    set(false);
    choose();
  }, [isLatest, hasFailed]);
  return { set };
}

interface FieldProps {
  readonly text: string;
  /** Ids of the list of results, if there are any, and of its active row. */
  readonly list: string | undefined;
  readonly active: string | undefined;
  /** What keys do. */
  readonly keys: Readonly<Record<string, () => void>>;
  readonly onText: (text: string) => void;
}

function Field({ text, list, active, keys, onText }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The dialog follows `autofocus` as it opens; a field that is loaded later takes the focus itself, before a key is lost.
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <input
      ref={input}
      autofocus
      type="text"
      role="combobox"
      aria-label="Nome, telefone ou e-mail"
      placeholder="Nome, telefone ou e-mail"
      aria-autocomplete="list"
      aria-expanded={list !== undefined}
      aria-controls={list}
      aria-activedescendant={active}
      autocomplete="off"
      autocapitalize="none"
      autocorrect="off"
      spellcheck={false}
      enterkeyhint="go"
      maxLength={MAX_SEARCH}
      value={text}
      onInput={({ currentTarget: { value } }) => onText(value)}
      onKeyDown={(event) => {
        const act = event.isComposing ? undefined : keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      }}
    />
  );
}

interface ResultsProps {
  readonly id: string;
  readonly options: readonly Option[];
  readonly place: number;
  readonly isBusy: boolean;
}

/** A list that the field operates; a click chooses too. */
function Results({ id, options, place, isBusy }: ResultsProps) {
  const container = useRef<HTMLDivElement>(null);
  useSteadyRows(container);
  return (
    <div ref={container}>
      {options.length > 0 && (
        <div id={id} role="listbox" aria-label="Resultados" aria-busy={isBusy}>
          {options.map(({ key, href, choose, content }, index) => (
            <a
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === place}
              tabIndex={-1}
              data-row={key}
              href={href}
              onClick={(event) => {
                // A lead opens in another tab, as from any link.
                if (href && (hasControl(event) || event.shiftKey)) return;
                event.preventDefault();
                choose();
              }}
            >
              {content}
            </a>
          ))}
        </div>
      )}
    </div>
  );
}
