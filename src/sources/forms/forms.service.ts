import { Injectable } from '@nestjs/common';
import { secretHash } from '../../auth/keys/api-key';
import { ApiError, missing } from '../../common/api-error';
import { apiErrorOf } from '../../common/http/api-error.filter';
import { describeError, log } from '../../common/process/log';
import { LimitStorage } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import { MINUTE_MS } from '../../contract/durations';
import { MAX_FORM_SUBMISSIONS_PER_CLIENT, MAX_FORM_SUBMISSIONS_PER_MINUTE } from '../../contract/limits';
import type { Signal } from '../../contract/origin';
import { FORM_TEXTS } from '../../contract/source';
import { ReadingService } from '../reading.service';
import { JSON_TYPE } from '../reading/digits';
import { type ReceivingSource, ReceiveService } from '../receive.service';
import { embedScript } from './embed-script';
import { type FilledIn, filledIn, inputsOf, problemsOf, signalsIn } from './form-inputs';
import { type AccountForm, type Again, formPage, thanksPage, TOKEN, TRAP } from './form-page';
import { formBody } from './form-reading';
import { newToken, type PageState, type ShownForm, stateOf } from './form-token';
import type { Page } from './page';

/** What a browser sent. */
export interface SentForm {
  readonly bytes: Buffer;
  /** The client that limits count. */
  readonly client: string;
  readonly requestId: string;
}

/** The same, read. */
interface ReadSubmission {
  readonly filled: FilledIn;
  readonly signals: Partial<Record<Signal, string>>;
  readonly token: string;
  /** Undefined for a page that the service has not made. */
  readonly state: PageState | undefined;
  readonly isTrapped: boolean;
}

/** Seconds; a hint for what the service cannot take now. */
const RETRY_S = 5;

/** The pages of forms, and what is sent by them. */
@Injectable()
export class FormsService {
  constructor(
    private readonly receiver: ReceiveService,
    private readonly reading: ReadingService,
    private readonly storage: LimitStorage,
    private readonly config: Config,
  ) {}

  /** Throws `not_found` for an unknown form, and `gone` for one that takes nothing. */
  async find(slug: string): Promise<ReceivingSource> {
    const found = await this.receiver.find('form', slug);
    if (!found) throw missing('form');
    if (found === 'ended' || found === 'closed' || !found.account.licenceActive || !found.account.comercialEnabled)
      throw new ApiError('gone');
    return found;
  }

  page(target: ReceivingSource, signals: Partial<Record<Signal, string>>): Page {
    return formPage(this.formOf(target), { token: newToken(shownForm(target)), signals });
  }

  thanks(target: ReceivingSource): Page {
    return thanksPage(this.formOf(target));
  }

  script(target: ReceivingSource, slug: string): string {
    const { title = FORM_TEXTS.title, remember_days: rememberDays = 0 } = this.formOf(target).form;
    return embedScript({ address: `${this.config.publicUrl}/f/${slug}`, title, rememberDays });
  }

  /**
   * Takes what was sent; resolves after the commit. Returns the page again, as it was filled in, when something is to be changed or the
   * form takes no more now; undefined for what was taken, spam too.
   */
  async submit(target: ReceivingSource, { bytes, client, requestId }: SentForm): Promise<Page | undefined> {
    const { form } = shownForm(target);
    const inputs = inputsOf(form);
    const submission = readSubmission(target, new URLSearchParams(bytes.toString()));
    const { filled, signals, state } = submission;
    const wait = await this.secondsToWait(target, client);
    if (wait > 0) return this.again(target, submission, { status: 429, notice: TOO_MANY, retryAfter: wait });
    const isSpam = state === undefined || submission.isTrapped;
    if (!isSpam) {
      const problems = problemsOf(inputs, filled);
      const isWrong = Object.keys(problems).length > 0;
      if (isWrong) return this.again(target, submission, { status: 422, notice: TO_CHANGE, problems });
      if (state !== 'current') return this.again(target, submission, { status: 422, notice: TO_CHECK });
    }
    const body = formBody(inputs, filled, signals);
    try {
      const read = await this.reading.readForm(body, await this.reading.rulesOf(target.source));
      const arrival = {
        requestId,
        body: Buffer.from(JSON.stringify(body)),
        contentType: JSON_TYPE,
        identities: [identityOf(target, submission)],
        isSpam,
      };
      await this.receiver.receive(target, arrival, read);
      return undefined;
    } catch (error) {
      return this.again(target, submission, refusalOf(error));
    }
  }

  private formOf(target: ReceivingSource): AccountForm {
    const { accountName: account, siteDomains } = target.account;
    return { form: shownForm(target).form, account, siteDomains, origin: this.config.publicUrl };
  }

  /** The same token goes on where it still can be sent: then the same again is a duplicate. */
  private again(target: ReceivingSource, { filled, signals, token, state }: ReadSubmission, again: Again): Page {
    const isUsable = state === 'current' || state === 'too young';
    const next = isUsable ? token : newToken(shownForm(target));
    return formPage(this.formOf(target), { token: next, signals, filled, again });
  }

  /** Counts a submission of its client and of the form; 0 within both limits. */
  private async secondsToWait({ source }: ReceivingSource, client: string): Promise<number> {
    const hits = await this.storage.counts.countAll([
      { key: `form_client:${client}`, ttl: MINUTE_MS, limit: MAX_FORM_SUBMISSIONS_PER_CLIENT },
      { key: `form:${source.id}`, ttl: MINUTE_MS, limit: MAX_FORM_SUBMISSIONS_PER_MINUTE },
    ]);
    const refused = hits.find(({ allowed }) => !allowed);
    return refused ? Math.max(1, Math.ceil(refused.freeIn / 1000)) : 0;
  }
}

const shownForm = ({ account, source }: ReceivingSource): ShownForm => ({
  secret: account.cursorSecret,
  sourceId: source.id,
  form: source.form ?? {},
});

function readSubmission(target: ReceivingSource, sent: URLSearchParams): ReadSubmission {
  const shown = shownForm(target);
  const token = sent.get(TOKEN) ?? '';
  return {
    filled: filledIn(inputsOf(shown.form), sent),
    signals: signalsIn((signal) => sent.get(signal)),
    token,
    state: stateOf(shown, token),
    isTrapped: (sent.get(TRAP) ?? '') !== '',
  };
}

/** The same page with the same values is the same submission, however often it is sent. */
const identityOf = ({ source }: ReceivingSource, { token, filled }: ReadSubmission): Buffer =>
  secretHash(JSON.stringify([source.id, token, filled]));

const TOO_MANY = 'Houve muitos envios em pouco tempo. Espere um minuto e envie de novo: o que você escreveu está aqui.';
const TO_CHANGE = 'Falta pouco: confira o que está marcado e envie de novo.';
const TO_CHECK = 'Confira os seus dados e envie.';
const DAY_USED_UP = 'Este formulário não recebe mais contatos hoje. Envie amanhã, ou fale com a gente de outra forma.';
const NOT_NOW = 'Não conseguimos receber agora. Espere um pouco e envie de novo: o que você escreveu está aqui.';

function refusalOf(thrown: unknown): Again {
  const { status, details, retryAfter = RETRY_S } = apiErrorOf(thrown);
  if (status === 429) return { status, notice: details?.limit === 'daily' ? DAY_USED_UP : NOT_NOW, retryAfter };
  log.error(describeError(thrown), 'a form was not received');
  return { status: 503, notice: NOT_NOW, retryAfter: RETRY_S };
}
