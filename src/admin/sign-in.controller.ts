import { Body, Controller, Delete, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { SessionsService } from '../auth/sessions.service';
import { SignInLinksService } from '../auth/sign-in-links.service';
import { ApiError } from '../common/api-error';
import { IsEmailAddress, IsString, Trimmed } from '../common/fields';
import { InputGuard } from '../common/input.guard';
import { SessionsLimitGuard, SignInLinksLimitGuard } from '../common/rate-limit/address-limits';
import { ResponseTick } from '../common/response-tick';
import { Config } from '../config';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { OwnerGuard } from './owner.guard';
import { clearSessionCookie, setSessionCookie } from './session-cookie';

class SignInLinkDto {
  @Trimmed() @IsEmailAddress() email!: string;
}

class BeginSessionDto {
  @IsString() token!: string;
}

/** How an owner comes in and goes. The only routes besides the operator's that need no session. */
@Controller('admin/v1')
export class SignInController {
  constructor(
    private readonly links: SignInLinksService,
    private readonly sessions: SessionsService,
    private readonly config: Config,
    private readonly ticks: ResponseTick,
  ) {}

  /** Always the same answer, at a moment that tells nothing either: whether an address is an owner's stays hidden. */
  @Post('sign-in-links')
  @HttpCode(202)
  @UseGuards(SignInLinksLimitGuard, InputGuard)
  async mailLink(@Body() { email }: SignInLinkDto) {
    const tick = this.ticks.start();
    await this.links.mail(email);
    await tick();
    return { data: { received: true } };
  }

  @Post('sessions')
  @HttpCode(201)
  @UseGuards(SessionsLimitGuard, InputGuard)
  async begin(@Body() { token }: BeginSessionDto, @Res({ passthrough: true }) response: Response) {
    const session = await this.links.use(token);
    if (!session) throw new ApiError('unauthorized');
    setSessionCookie(response, this.config, session.token, session.expiresAt);
    return { data: { token: session.token, expires_at: session.expiresAt.toISOString() } };
  }

  @Delete('sessions/current')
  @HttpCode(204)
  @UseGuards(OwnerGuard, InputGuard)
  async end(@CurrentAdmin() { token }: AdminCaller, @Res({ passthrough: true }) response: Response) {
    await this.sessions.end(token);
    clearSessionCookie(response);
  }
}
