import { Controller, HttpCode, Post, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Answer } from '../../contract/document/answers';
import type { LinkLook, NewSession } from '../../contract/session';
import type { Received } from '../../contract/submission';
import { SignInLinksService } from './sign-in-links.service';
import { SignInRequestsService } from './sign-in-requests.service';
import { ApiError } from '../../common/api-error';
import { IsEmailAddress, IsString, IsTrueOrFalse, Optional, Trimmed } from '../../common/input/fields';
import { ParametersGuard } from '../../common/input/parameters.guard';
import { InputObject } from '../../common/input/input';
import { AddressLimitGuard, clientOf, SignInLinksLimitGuard } from '../../common/rate-limit/address-limits';
import { accept } from '../../common/rate-limit/refused-calls';
import { Config } from '../../config/config';
import { RefusedLinksLimitGuard } from '../access/refused-links-limit.guard';
import { JsonTypeInterceptor, OwnPageGuard } from '../access/own-page';
import { setSessionCookie } from '../access/session-cookie';
import { Described } from '../../contract/document/described';
import { SIGN_IN_TEXTS } from './sign-in.texts';
import { JsonBody } from '../../common/input/json-body';

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
@Described(SIGN_IN_TEXTS)
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
  async mailLink(@JsonBody() { email }: SignInLinkDto, @Req() request: Request): Promise<Answer<Received>> {
    await this.requests.accept(email, clientOf(request));
    return { data: { received: true } };
  }

  /** Shows a link before its button is pressed, without using it, because mail scanners open links too. */
  @Post('sign-in-links/look')
  @HttpCode(200)
  @UseGuards(OwnPageGuard, RefusedLinksLimitGuard, ParametersGuard)
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
