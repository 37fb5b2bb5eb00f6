import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Answer } from '../contract/envelope';
import type { LinkLook, NewSession } from '../contract/session';
import type { Received } from '../contract/submission';
import { SignInLinksService } from '../auth/sign-in-links.service';
import { SignInRequestsService } from '../auth/sign-in-requests.service';
import { ApiError } from '../common/api-error';
import { IsEmailAddress, IsString, Trimmed } from '../common/fields';
import { InputGuard } from '../common/input.guard';
import { InputObject } from '../common/input';
import { AddressLimitGuard, clientOf, SignInLinksLimitGuard } from '../common/rate-limit/address-limits';
import { accept } from '../common/rate-limit/refused-calls';
import { Config } from '../config';
import { LinkLimitGuard } from './link-limit.guard';
import { JsonTypeGuard, OwnPageGuard } from './own-page';
import { setSessionCookie } from './session-cookie';

@InputObject('SignInLinkRequest')
class SignInLinkDto {
  @Trimmed() @IsEmailAddress() email!: string;
}

@InputObject('LinkToken')
class LinkTokenDto {
  @IsString() token!: string;
}

/** How an owner signs in. Of the owner's routes, only these need no session. */
@Controller('admin/v1')
export class SignInController {
  constructor(
    private readonly requests: SignInRequestsService,
    private readonly links: SignInLinksService,
    private readonly config: Config,
  ) {}

  /**
   * Always the same answer, sent before the address is looked up. So neither the answer nor its time shows whether the
   * address has an account.
   */
  @Post('sign-in-links')
  @HttpCode(202)
  @UseGuards(OwnPageGuard, AddressLimitGuard, SignInLinksLimitGuard, InputGuard)
  async mailLink(@Body() { email }: SignInLinkDto, @Req() request: Request): Promise<Answer<Received>> {
    await this.requests.accept(email, clientOf(request));
    return { data: { received: true } };
  }

  /** What the page of a link shows before its button is pressed. It uses up nothing, because mail scanners open links too. */
  @Post('sign-in-links/look')
  @HttpCode(200)
  @UseGuards(OwnPageGuard, LinkLimitGuard, InputGuard)
  async look(
    @Body() { token }: LinkTokenDto,
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
  @UseGuards(OwnPageGuard, LinkLimitGuard, InputGuard, JsonTypeGuard)
  async begin(
    @Body() { token }: LinkTokenDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<NewSession>> {
    const session = await this.links.use(token, request);
    if (!session) throw new ApiError('unauthorized', { message: NO_LINK });
    accept(response);
    setSessionCookie(response, this.config, session.token, session.expiresAt);
    return { data: { token: session.token, expires_at: session.expiresAt.toISOString() } };
  }
}

const NO_LINK = 'O link de acesso não vale: já foi usado, venceu ou não está inteiro. Peça um novo link.';
