import { Controller, HttpCode, Post, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  type LinkLook,
  type LinkRequested,
  type NewSession,
  LINK_LOOK,
  LINK_REQUESTED,
  NEW_SESSION,
} from '../../contract/session';
import { SignInLinksService } from './sign-in-links.service';
import { SignInRequestsService } from './sign-in-requests.job';
import { ApiError } from '../../common/api-error';
import { IsEmailAddress, IsString, IsTrueOrFalse, Optional, Trimmed, InputObject } from '../../common/input/fields';
import { Config } from '../../config/config';
import { JsonTypeInterceptor, OwnPageGuard, RefusedLinksLimitGuard } from '../access/own-page';
import { setSessionCookie } from '../access/session-cookie';
import { IDS, NOW } from '../../contract/document/examples';
import {
  INVITATION_DAYS,
  LINK_MINUTES,
  MAX_LINK_REQUESTS_PER_CLIENT,
  MAX_REFUSED_LINKS_PER_CLIENT,
  MAX_LINKS_PER_EMAIL,
  MAX_LINKS_PER_EMAIL_AND_CLIENT,
  REMEMBERED_DAYS,
  SESSION_HOURS,
  SESSION_IDLE_HOURS,
} from '../../contract/limits';
import { one, type RouteAnswer, type Answer, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { JsonBody, ParametersGuard } from '../../common/input/route-input';
import { AddressLimitGuard, clientOf, SignInLinksLimitGuard } from '../../common/rate-limit/limit.guard';
import { accept } from '../../common/rate-limit/count-call';

const OWN_PAGES =
  'A page of another origin may not call this with its visitor’s browser: 403 `forbidden`, by `Origin` or `Sec-Fetch-Site`.';

const REFUSED = `Of one client address ${MAX_REFUSED_LINKS_PER_CLIENT} refused calls a minute are answered with their reason, looks and sessions together; further ones are 429 \`rate_limited\`. A link that can be used is never refused because of others.`;

export const EXPIRES = '2026-03-03T03:30:00.123Z';

export const begun = (what: string): RouteAnswer =>
  one(
    201,
    what,
    NEW_SESSION,
    { token: 'token-da-sessao', expires_at: EXPIRES },
    { 'Set-Cookie': 'The session, for the console.' },
  );

@InputObject('SignInLinkRequest')
class SignInLinkDto {
  @Trimmed() @IsEmailAddress() email!: string;
}

@InputObject('LinkToken')
class LinkTokenDto {
  @IsString() token!: string;
}

@InputObject('SessionInput')
class SessionDto extends LinkTokenDto {
  /** Lasts 30 days. */
  @Optional() @IsTrueOrFalse() remember?: boolean;
}

/** Sign-in routes, the only routes of an account that need no session. */
@Controller('admin/v1')
@ApiTag('Owner: sign-in')
export class SignInController {
  constructor(
    private readonly requests: SignInRequestsService,
    private readonly links: SignInLinksService,
    private readonly config: Config,
  ) {}

  /** Sends the same answer before the address is looked up, so that neither answer nor timing reveals an account. */
  @Post('sign-in-links')
  @HttpCode(202)
  @UseGuards(OwnPageGuard, AddressLimitGuard, SignInLinksLimitGuard, ParametersGuard)
  @ApiOperation('Ask for a sign-in link by e-mail', {
    description: `The answer is the same whether or not the address is a member’s, and is given before the address is looked up. In an hour at most ${MAX_LINKS_PER_EMAIL_AND_CLIENT} requests of one client address for one e-mail address are mailed, and ${MAX_LINKS_PER_EMAIL} for one e-mail address in all; beyond that the answer is still the same. ${MAX_LINK_REQUESTS_PER_CLIENT} calls an hour per client address. ${OWN_PAGES}`,
    body: { email: 'ana@example.com' },
    answers: [one(202, 'Received.', LINK_REQUESTED, { received: true, sends_mail: true })],
  })
  async mailLink(@JsonBody() { email }: SignInLinkDto, @Req() request: Request): Promise<Answer<LinkRequested>> {
    await this.requests.accept(email, clientOf(request));
    return { data: { received: true, sends_mail: this.config.sendsMail } };
  }

  /** Shows a link before its button is pressed, without using it, because mail scanners open links too. */
  @Post('sign-in-links/look')
  @HttpCode(200)
  @UseGuards(OwnPageGuard, RefusedLinksLimitGuard, ParametersGuard)
  @ApiOperation('See what a sign-in link opens, without using it', {
    description: `A link that is unknown, used or expired, or of a former member, is 401 \`unauthorized\`. ${REFUSED} ${OWN_PAGES}`,
    body: { token: 'token-do-link' },
    answers: [
      one(200, 'The account, and until when the link can be used.', LINK_LOOK, {
        account: { id: IDS.account, name: 'Clínica Sorriso' },
        expires_at: NOW,
      }),
    ],
    errors: ['unauthorized'],
  })
  async look(
    @JsonBody() { token }: LinkTokenDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<LinkLook>> {
    const link = await this.links.look(token, request);
    if (!link) throw new ApiError('unauthorized', { message: NO_LINK });
    accept(response);
    const account = { id: link.accountId, name: link.accountName };
    return { data: { account, expires_at: link.expiresAt.toISOString() } };
  }

  @Post('sessions')
  @HttpCode(201)
  @UseGuards(OwnPageGuard, RefusedLinksLimitGuard, ParametersGuard)
  @UseInterceptors(JsonTypeInterceptor)
  @ApiOperation('Begin a session with the token of a sign-in link', {
    description: `A link works once, for ${LINK_MINUTES} minutes; the link of an invitation, for ${INVITATION_DAYS} days. The body is sent as \`application/json\`: another type, or none, is 400 \`invalid_json\`. ${REFUSED} ${OWN_PAGES}`,
    body: { token: 'token-do-link', remember: false },
    answers: [
      begun(
        `The session, also as a cookie. It lasts ${SESSION_HOURS} hours at most, and ${SESSION_IDLE_HOURS} hours without use; with \`remember\`, ${REMEMBERED_DAYS} days.`,
      ),
    ],
    errors: ['unauthorized'],
  })
  async begin(
    @JsonBody() { token, remember = false }: SessionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<NewSession>> {
    const session = await this.links.use(token, remember, request);
    if (!session) throw new ApiError('unauthorized', { message: NO_LINK });
    accept(response);
    setSessionCookie(response, this.config, session.token, session.expiresAt);
    return { data: { token: session.token, expires_at: session.expiresAt.toISOString() } };
  }
}

const NO_LINK = 'O link de acesso não vale: já foi usado, venceu ou não está inteiro. Peça um novo link.';
