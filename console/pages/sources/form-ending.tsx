import { MAX_FORM_TEXT, MAX_FORM_URL } from '../../../src/contract/limits';
import { FORM_FIELD_MODES, FORM_TEXTS } from '../../../src/contract/source';
import { Select, TextArea, TextField } from '../../ui/field';
import type { Editing } from './form-draft';
import { FIELD_MODE_WORDS, WHATSAPP_GREETING, WHATSAPP_NUMBER } from './words';

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
  const { ending, thanks, greeting, endingUrl, whatsapp } = draft;
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
        <>
          <TextField
            {...WHATSAPP_NUMBER}
            label="Número do WhatsApp"
            value={whatsapp}
            problem={problemOf('after.whatsapp')}
            onInput={(event) => change({ whatsapp: event.currentTarget.value })}
          />
          <TextArea
            {...WHATSAPP_GREETING}
            label="Primeira mensagem"
            value={greeting}
            problem={problemOf('after.text')}
            onInput={(text) => change({ greeting: text })}
          />
        </>
      )}
      {ending === 'url' && (
        <TextField
          label="Endereço da página"
          hint="Um endereço https://. Um botão leva a ele; fora de um site, a página se abre sozinha."
          type="url"
          value={endingUrl}
          maxLength={MAX_FORM_URL}
          problem={problemOf('after.url')}
          onInput={(event) => change({ endingUrl: event.currentTarget.value })}
        />
      )}
      {ending === 'text' && (
        <TextArea
          label="Frase"
          name="thanks"
          rows={2}
          maxLength={MAX_FORM_TEXT}
          placeholder={FORM_TEXTS.after}
          value={thanks}
          problem={problemOf('after.text')}
          onInput={(text) => change({ thanks: text })}
        />
      )}
    </fieldset>
  );
}
