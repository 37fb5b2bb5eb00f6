import { MAX_CHOICE, MAX_CHOICES, MAX_FORM_QUESTIONS, MAX_QUESTION } from '../../../src/contract/limits';
import { Button } from '../../ui/button';
import { Check, Select, TextArea, TextField } from '../../ui/field';
import type { Editing, QuestionDraft } from './form-draft';

const NEW: QuestionDraft = { label: '', choices: '', isChoice: false, isRequired: false };

/** The owner's own questions. */
export function FormQuestions({ draft: { questions }, change, problemOf }: Editing) {
  const replace = (index: number, changes: Partial<QuestionDraft>): void =>
    change({ questions: questions.map((one, at) => (at === index ? { ...one, ...changes } : one)) });
  return (
    <fieldset>
      <legend>Suas perguntas</legend>
      <p class="hint">As respostas vão para as anotações do lead.</p>
      {questions.map((question, index) => (
        <Question
          key={index}
          number={index + 1}
          of={question}
          problemOf={(field) => problemOf(`questions.${index}.${field}`)}
          onChange={(changes) => replace(index, changes)}
          onRemove={() => change({ questions: questions.filter((_, at) => at !== index) })}
        />
      ))}
      {questions.length < MAX_FORM_QUESTIONS && (
        <div class="actions">
          <Button icon="plus" onClick={() => change({ questions: [...questions, NEW] })}>
            Acrescentar pergunta
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface QuestionProps {
  readonly number: number;
  readonly of: QuestionDraft;
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (changes: Partial<QuestionDraft>) => void;
  readonly onRemove: () => void;
}

const KINDS = [
  { value: 'text', text: 'Texto' },
  { value: 'choice', text: 'Escolha' },
] as const;

function Question({ number, of: question, problemOf, onChange, onRemove }: QuestionProps) {
  const { label, choices, isChoice, isRequired } = question;
  return (
    <div class="panel">
      <TextField
        label={`Pergunta ${number}`}
        value={label}
        maxLength={MAX_QUESTION}
        autocomplete="off"
        problem={problemOf('label')}
        onInput={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Select
        label={`Resposta da pergunta ${number}`}
        value={isChoice ? 'choice' : 'text'}
        options={KINDS}
        onChange={(kind) => onChange({ isChoice: kind === 'choice' })}
      />
      {isChoice && (
        <TextArea
          label={`Opções da pergunta ${number}`}
          name="choices"
          rows={3}
          maxLength={MAX_CHOICES * (MAX_CHOICE + 1)}
          value={choices}
          hint={`Uma por linha, até ${MAX_CHOICES}.`}
          problem={problemOf('choices') ?? firstChoiceProblem(problemOf)}
          onInput={(value) => onChange({ choices: value })}
        />
      )}
      <Check
        name="required"
        title={`Resposta ${number} obrigatória`}
        checked={isRequired}
        onChange={(required) => onChange({ isRequired: required })}
      />
      <div class="actions">
        <Button kind="quiet" icon="trash" label={`Tirar a pergunta ${number}`} onClick={onRemove}>
          Tirar
        </Button>
      </div>
    </div>
  );
}

const firstChoiceProblem = (problemOf: (field: string) => string | undefined): string | undefined =>
  Array.from({ length: MAX_CHOICES }, (_, index) => problemOf(`choices.${index}`)).find(Boolean);
