import { escaped } from '../../common/html';
import type { Signal } from '../../contract/origin';
import { FORM_TEXTS, type SourceForm } from '../../contract/source';
import { type FilledIn, type FormInput, GIVEN, inputsOf } from './form-inputs';
import { type Page, pageOf } from './page';

/** A form with the account that it is of. */
export interface AccountForm {
  readonly form: SourceForm;
  readonly account: string;
  readonly siteDomains: readonly string[];
  readonly origin: string;
}

/** What the page of a form shows again after it was sent, and why. */
export interface Again {
  readonly status: number;
  readonly notice: string;
  readonly problems?: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly retryAfter?: number;
}

interface ShownPage {
  readonly token: string;
  readonly signals: Partial<Record<Signal, string>>;
  readonly filled?: FilledIn;
  readonly again?: Again;
}

/** The trap for robots: people do not see it. */
export const TRAP = 'website';
export const TOKEN = 'token';

/** Makes the page of a form, empty or as it was filled in. It works without a script. */
export function formPage(of: AccountForm, { token, signals, filled = {}, again }: ShownPage): Page {
  const { form, account, siteDomains, origin } = of;
  const title = form.title ?? FORM_TEXTS.title;
  const { problems = {} } = again ?? {};
  const [first] = Object.keys(problems);
  const controls = inputsOf(form).map((input) =>
    control(input, filled[input.name] ?? '', problems[input.name], input.name === first),
  );
  const main = [
    `<h1>${escaped(title)}</h1>`,
    form.text === undefined ? '' : `<p class="text">${escaped(form.text)}</p>`,
    again ? `<p role="alert" class="problem">${escaped(again.notice)}</p>` : '',
    '<form method="post" novalidate>',
    ...controls.map((html) => `<p>${html}</p>`),
    form.consent?.url === undefined
      ? ''
      : `<p><a href="${escaped(form.consent.url)}" target="_blank" rel="noopener">Política de privacidade</a></p>`,
    `<p class="trap" aria-hidden="true"><label>Deixe em branco <input name="${TRAP}" tabindex="-1" autocomplete="off"></label></p>`,
    hidden(TOKEN, token),
    ...Object.entries(signals).map(([signal, value]) => hidden(signal, value)),
    `<button>${escaped(form.button ?? FORM_TEXTS.button)}</button></form>`,
  ];
  const page = pageOf({
    status: again?.status,
    title,
    main: main.join(''),
    account,
    color: form.color,
    siteDomains,
    origin,
  });
  return { ...page, retryAfter: again?.retryAfter };
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`;

/** Attributes of the inputs: browsers fill in what they know. */
const TYPES: Readonly<Partial<Record<FormInput['kind'], string>>> = {
  phone: 'type="tel" autocomplete="tel" placeholder="(11) 98765-4321"',
  email: 'type="email" autocomplete="email"',
};

function control(input: FormInput, value: string, problem: string | undefined, isFirst: boolean): string {
  const { name, label, kind, required, max } = input;
  const id = `${name}-problem`;
  const attributes = [
    `name="${name}"`,
    required ? 'required' : '',
    problem === undefined ? '' : `aria-invalid="true" aria-describedby="${id}"`,
    isFirst ? 'autofocus' : '',
  ].filter(Boolean);
  const said = problem === undefined ? '' : `<span class="problem" id="${id}">${escaped(problem)}</span>`;
  if (kind === 'consent') {
    const checked = value === GIVEN ? ' checked' : '';
    return `<label class="consent"><input type="checkbox" ${attributes.join(' ')} value="${GIVEN}"${checked}> <span>${escaped(label)}</span></label>${said}`;
  }
  const caption = `${escaped(label)}${required ? '' : ' <small>(opcional)</small>'}`;
  return `<label>${caption}${field(input, attributes.join(' '), value, max)}</label>${said}`;
}

function field({ name, kind, choices }: FormInput, attributes: string, value: string, max: number): string {
  if (kind === 'choice')
    return `<select ${attributes}><option value="">Escolha…${choices.map((choice) => option(choice, choice === value)).join('')}</select>`;
  // Browsers drop a line break at the beginning.
  if (kind === 'long text') return `<textarea ${attributes} maxlength="${max}">\n${escaped(value)}</textarea>`;
  const type = TYPES[kind] ?? (name === 'name' ? 'autocomplete="name"' : 'autocomplete="off"');
  return `<input ${type} ${attributes} maxlength="${max}" value="${escaped(value)}">`;
}

const option = (choice: string, isSelected: boolean): string =>
  `<option${isSelected ? ' selected' : ''}>${escaped(choice)}`;

/** Makes the page that comes after a form. It is the same for everybody. */
export function thanksPage({ form, account, siteDomains, origin }: AccountForm): Page {
  const title = 'Recebemos seu contato';
  const main = `<h1>${title}</h1>${nextStep(form.after ?? { text: FORM_TEXTS.after })}`;
  return pageOf({ title, main, account, color: form.color, siteDomains, origin });
}

function nextStep(after: NonNullable<SourceForm['after']>): string {
  if ('whatsapp' in after) {
    const address = `https://wa.me/${after.whatsapp}?text=${encodeURIComponent(after.text)}`;
    return `<p>Obrigado! Continue a conversa pelo WhatsApp.</p>${button(address, 'Abrir o WhatsApp')}`;
  }
  if ('url' in after) return `<p>Obrigado!</p>${button(after.url, 'Continuar')}`;
  return `<p class="text">${escaped(after.text)}</p>`;
}

const button = (address: string, text: string): string =>
  `<p><a class="button" data-next target="_top" rel="noreferrer" href="${escaped(address)}">${text}</a></p>`;

/** Makes the page for a form that cannot be shown. */
export const refusalPage = (status: number, title: string, sentence: string): Page =>
  pageOf({ status, title, main: `<h1>${escaped(title)}</h1><p>${escaped(sentence)}</p>` });
