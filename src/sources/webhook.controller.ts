import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { limitsFor } from '../accounts/account-limits';
import { TokenLookUps } from '../auth/access/token-look-ups';
import { looksLikeSecret, secretHash } from '../auth/keys/api-key';
import { ApiError } from '../common/api-error';
import { type CheckedRequest, readBytes } from '../common/http/read-bytes';
import { requestIdOf } from '../common/http/request-id';
import { ResponseTick } from '../common/http/response-tick';
import { describeError, log } from '../common/process/log';
import { countCall, countRefused } from '../common/rate-limit/count-call';
import { clientOf } from '../common/rate-limit/limit.guard';
import { limitsOf, LimitStorage } from '../common/rate-limit/rate-limit.module';
import { Config } from '../config/config';
import { answer, ApiOperation, ApiTag, file } from '../contract/document/route-text';
import { MAX_DELIVERY_BYTES } from '../contract/limits';
import { RECEIVED_DELIVERY } from '../contract/source';
import { inflated } from './reading/inflated';
import { type ReceivingSource, ReceiveService } from './receive.service';
import { WebhookService } from './webhook.service';

/** A request whose source the log names. */
type ReceivingRequest = Request & CheckedRequest & { receiving?: ReceivingSource };

const RECEIVED = { received: true } as const;
const LOOK = 'Este endereço recebe leads por POST.\n';

/** Seconds after which a tool should send again. */
const RETRY_S = 5;

/** Addresses of webhooks, for tools that set no headers and read no answers. */
@Controller('in')
@ApiTag('Webhooks')
export class WebhookController {
  constructor(
    private readonly receiver: ReceiveService,
    private readonly webhooks: WebhookService,
    private readonly lookUps: TokenLookUps,
    private readonly storage: LimitStorage,
    private readonly ticks: ResponseTick,
    private readonly config: Config,
  ) {}

  /** Tools look at an address before they save it; the same for every token. */
  @Get(':token')
  @ApiOperation('Look at an address', {
    description: 'The same for every token.',
    answers: [file('A sentence.', 'text/plain', LOOK)],
  })
  look(@Res() response: Response): void {
    headersOf(response).type('text/plain; charset=utf-8').send(LOOK);
  }

  /** Answers a known token always alike, after the commit, as a caller of a webhook can mend nothing. */
  @Post(':token')
  @HttpCode(200)
  @ApiOperation('Send a lead to a source', {
    description:
      'JSON of any shape, or a form, compressed or not. The answer is the same whatever becomes of it: what cannot be read is held for the owner. The same again makes nothing twice.',
    upload: {
      type: 'application/json',
      example: '{"nome":"Maria Silva","telefone":"(11) 98765-4321","mensagem":"Bom dia"}',
      otherTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    },
    answers: [answer(200, 'Received, and kept.', RECEIVED_DELIVERY, RECEIVED)],
    errors: ['not_found', 'gone', 'payload_too_large', 'rate_limited', 'unavailable'],
  })
  async receive(
    @Param('token') token: string,
    @Req() request: ReceivingRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<typeof RECEIVED> {
    headersOf(response);
    const tick = this.ticks.start();
    let target = await this.find(token, request, response);
    request.checkAgain = async () => (target = await this.find(token, request, response));
    request.receiving = target;
    const { writes } = limitsOf(this.config);
    const limit = limitsFor(target.account, this.config.limits).keyWritesPerMinute;
    await countCall(this.storage.counts, { ...writes, limit }, target.source.id, response);
    const { 'content-type': contentType, 'webhook-id': webhookId } = request.headersDistinct;
    const bytes = await readBytes(request, MAX_DELIVERY_BYTES)
      .then((sent) => inflated(sent, request.headers['content-encoding']))
      .catch(refuseLarge);
    const sent = { requestId: requestIdOf(response), webhookId: webhookId?.[0] };
    const isReceived = await this.webhooks.receive(target, bytes, contentType?.[0], sent).catch(refuse).finally(tick);
    if (!isReceived) throw new ApiError('not_found', { message: UNKNOWN });
    return RECEIVED;
  }

  /** Unknown tokens count for their address; known ones do not, as one tool sends for many accounts. */
  private async find(token: string, request: Request, response: Response): Promise<ReceivingSource> {
    const found = looksLikeSecret('ent_in_', token)
      ? await this.lookUps.find(secretHash(token), request, () => this.receiver.find('webhook', token)).catch(refuse)
      : undefined;
    // After a 410 tools would stop for good; the account may be restored.
    if (found === 'closed') throw new ApiError('unavailable', { retryAfter: RETRY_S });
    if (found === 'ended') throw new ApiError('gone');
    if (found) return found;
    await countRefused(this.storage.counts, [[limitsOf(this.config).ip, clientOf(request)]], response);
    throw new ApiError('not_found', { message: UNKNOWN });
  }
}

const headersOf = (response: Response): Response => response.set('Referrer-Policy', 'no-referrer');

const UNKNOWN = 'Não há uma fonte com este endereço. Copie-o de novo da página “Fontes”.';
const TOO_LARGE = `O corpo pode ter até ${MAX_DELIVERY_BYTES.toLocaleString('pt-BR')} bytes.`;

function refuseLarge(error: unknown): never {
  const isLarge = error instanceof ApiError && error.code === 'payload_too_large';
  throw isLarge ? new ApiError(error.code, { message: TOO_LARGE }) : error;
}

/** Tools send again after a 503; many give up after other errors. */
function refuse(error: unknown): never {
  if (error instanceof ApiError) throw error;
  log.error(describeError(error), 'a delivery was not received');
  throw new ApiError('unavailable', { retryAfter: RETRY_S });
}
