import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Param,
  Post,
  Req,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiError } from '../../common/api-error';
import { isAnswerable, noteError } from '../../common/http/api-error.filter';
import { CallerLeft } from '../../common/http/caller-left';
import { type CheckedRequest, readBytes } from '../../common/http/read-bytes';
import { requestIdOf } from '../../common/http/request-id';
import { ResponseTick } from '../../common/http/response-tick';
import { AddressLimitGuard, clientOf } from '../../common/rate-limit/limit.guard';
import type { ErrorCode } from '../../contract/error';
import { MAX_DELIVERY_BYTES } from '../../contract/limits';
import type { ReceivingSource } from '../receive.service';
import { signalsIn } from './form-inputs';
import { refusalPage } from './form-page';
import { FormsService } from './forms.service';
import type { Page } from './page';

/** Sends a page with its own policy, which tells no other site where it was. */
const send = (response: Response, { status, html, policy, retryAfter }: Page): void => {
  response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' });
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response.status(status).type('text/html; charset=utf-8').send(html);
};

const SENTENCES: Partial<Record<ErrorCode, readonly [title: string, sentence: string]>> = {
  not_found: ['Formulário não encontrado', 'Confira o endereço com quem o enviou a você.'],
  gone: ['Formulário desativado', 'Este formulário não recebe mais contatos.'],
  payload_too_large: ['Texto grande demais', 'Volte, encurte o que escreveu e envie de novo.'],
  rate_limited: ['Muitas visitas em pouco tempo', 'Espere um minuto e tente de novo.'],
};

const NOT_NOW = ['Não deu certo agora', 'Espere um pouco e tente de novo.'] as const;

/** Answers errors with a page, because the caller is a visitor. */
@Catch()
class FormErrorFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    if (thrown instanceof CallerLeft) return;
    const response = host.switchToHttp().getResponse<Response>();
    const error = noteError(thrown, response);
    if (isAnswerable(response)) send(response, pageFor(error));
  }
}

/** Whatever fails in the service, a visitor can only try again. */
function pageFor({ code, status, retryAfter }: ApiError): Page {
  const [title, sentence] = SENTENCES[code] ?? NOT_NOW;
  if (status >= 500) return { ...refusalPage(503, title, sentence), retryAfter: RETRY_S };
  return { ...refusalPage(status, title, sentence), retryAfter };
}

/** Seconds; a hint for what the service cannot do now. */
const RETRY_S = 5;

/** The page of a form, for visitors; outside the API. */
@Controller('f')
@UseGuards(AddressLimitGuard)
@UseFilters(FormErrorFilter)
export class FormsController {
  constructor(
    private readonly forms: FormsService,
    private readonly ticks: ResponseTick,
  ) {}

  /** Signals may be in the address; the site that a visitor comes from counts where the page is not in a frame. */
  // With and without the slash: routing is strict.
  @Get(':slug{/}')
  async page(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const target = await this.find(slug, request);
    const signals = signalsIn((signal) => request.query[signal]);
    const referrer = referrerOf(request);
    send(response, this.forms.page(target, { ...(referrer && { referrer }), ...signals }));
  }

  /** Answers what was taken with a redirect, so that a reload sends nothing again; all at the same beat. */
  @Post(':slug{/}')
  async submit(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const tick = this.ticks.start();
    const page = await this.taken(slug, request, response).finally(tick);
    if (page) send(response, page);
    else response.set('Referrer-Policy', 'no-referrer').redirect(303, `/f/${encodeURIComponent(slug)}/obrigado`);
  }

  @Get(':slug/obrigado')
  async thanks(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, this.forms.thanks(await this.find(slug, request)));
  }

  @Get(':slug/embed.js')
  async script(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const script = this.forms.script(await this.find(slug, request), slug);
    response
      .set('Cache-Control', `public, max-age=${SCRIPT_SECONDS}`)
      .type('text/javascript; charset=utf-8')
      .send(script);
  }

  private async taken(slug: string, request: Request & CheckedRequest, response: Response): Promise<Page | undefined> {
    let target = await this.find(slug, request);
    request.checkAgain = async () => (target = await this.find(slug, request));
    const bytes = await readBytes(request, MAX_DELIVERY_BYTES);
    return this.forms.submit(target, { bytes, client: clientOf(request), requestId: requestIdOf(response) });
  }

  /** The log names the source. */
  private async find(slug: string, request: Request & { receiving?: ReceivingSource }): Promise<ReceivingSource> {
    return (request.receiving = await this.forms.find(slug));
  }
}

/** Seconds for which browsers keep the script of a form. */
const SCRIPT_SECONDS = 300;

/** The site and the path that a visitor comes from; in a frame it would be the page around the form. */
function referrerOf(request: Request): string | undefined {
  const referrer = request.get('Referer');
  const isPage = request.get('Sec-Fetch-Dest') === 'document';
  if (!isPage || !referrer?.startsWith('https://') || request.get('Sec-Fetch-Site') === 'same-origin') return undefined;
  return referrer.split(/[?#]/, 1)[0];
}
