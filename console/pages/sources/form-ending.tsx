import { MAX_FORM_TEXT, MAX_FORM_URL } from '../../../src/contract/limits';
import { FORM_FIELD_MODES } from '../../../src/contract/source';
import { Select, TextArea, TextField } from '../../ui/field';
import type { Editing } from './form-draft';
import { FIELD_MODE_WORDS } from './words';

const CONSENTS = FORM_FIELD_MODES.map((value) => ({ value, text: FIELD_MODE_WORDS[value] }));

/** Sentence by which a visitor consents; it is kept with the lead. */
export function FormConsent({ draft, change, problemOf }: Editing) {
  const { consent, consentText, consentUrl } = draft;
  return (
    <fieldset>
      <legend>Consentimento</legend>
      <Select
        label="Pedir consentimento"
        hint="A frase que a pessoa marcou fica guardada com o lead."
        value={consent}
        options={CONSENTS}
        onChange={(mode) => change({ consent: mode })}
      />
      {consent !== 'off' && (
        <>
          <TextArea
            label="Frase"
            name="consent"
            rows={2}
            maxLength={MAX_FORM_TEXT}
            value={consentText}
            problem={problemOf('consent.text')}
            onInput={(text) => change({ consentText: text })}
          />
          <TextField
            label="Sua página de privacidade"
            hint="Um endereço https://. Se quiser."
            type="url"
            value={consentUrl}
            maxLength={MAX_FORM_URL}
            problem={problemOf('consent.url')}
            onInput={(event) => change({ consentUrl: event.currentTarget.value })}
          />
        </>
      )}
    </fieldset>
  );
}

const ENDINGS = [
  { value: 'text', text: 'Mostrar uma frase' },
  { value: 'url', text: 'Abrir uma página' },
  { value: 'whatsapp', text: 'Abrir o WhatsApp' },
] as const;

/** What a visitor sees after sending. */
export function FormEnding({ draft, change, problemOf }: Editing) {
  const { ending, endingText, endingUrl, whatsapp } = draft;
  return (
    <fieldset>
      <legend>Depois do envio</legend>
      <Select
        label="O que acontece"
        value={ending}
        options={ENDINGS}
        problem={problemOf('after')}
        onChange={(next) => change({ ending: next })}
      />
      {ending === 'whatsapp' && (
        <TextField
          label="Número do WhatsApp"
          hint="Com DDD"
          type="tel"
          value={whatsapp}
          problem={problemOf('after.whatsapp')}
          onInput={(event) => change({ whatsapp: event.currentTarget.value })}
        />
      )}
      {ending === 'url' ? (
        <TextField
          label="Endereço da página"
          type="url"
          value={endingUrl}
          maxLength={MAX_FORM_URL}
          problem={problemOf('after.url')}
          onInput={(event) => change({ endingUrl: event.currentTarget.value })}
        />
      ) : (
        <TextArea
          label={ending === 'whatsapp' ? 'Mensagem que já vem escrita' : 'Frase'}
          name="ending"
          rows={2}
          maxLength={MAX_FORM_TEXT}
          value={endingText}
          problem={problemOf('after.text')}
          onInput={(text) => change({ endingText: text })}
        />
      )}
    </fieldset>
  );
}
