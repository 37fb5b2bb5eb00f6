import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import type { Answer } from '../contract/envelope';
import { apiKeyView } from '../auth/api-key.view';
import { ApiKeysService } from '../auth/api-keys.service';
import { IsList, IsText, Must, Trimmed } from '../common/fields';
import { IdPipe } from '../common/id.pipe';
import { InputObject } from '../common/input';
import { PageQuery } from '../common/page.dto';
import { type NewApiKeyView, type Permission, PERMISSIONS } from '../contract/key';
import { MAX_KEY_NAME, MAX_KEY_OVERLAP_HOURS } from '../contract/limits';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin, ownerSince } from './admin-caller';

@InputObject('ApiKeyInput')
class NewKeyDto {
  @Trimmed() @IsText({ max: MAX_KEY_NAME }) name!: string;

  @IsList({
    min: 1,
    max: PERMISSIONS.length,
    item: {
      isValid: (value) => PERMISSIONS.includes(value as Permission),
      message: `deve ser uma destas permissões: ${PERMISSIONS.join(', ')}`,
      itemSchema: { type: 'string', enum: PERMISSIONS },
    },
  })
  permissions!: Permission[];
}

@InputObject('ApiKeyName')
class KeyNameDto {
  @Trimmed() @IsText({ max: MAX_KEY_NAME }) name!: string;
}

@InputObject('ApiKeyReplacement')
class ReplacementDto {
  @Must(
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_KEY_OVERLAP_HOURS,
    `deve ser um número inteiro de 0 a ${MAX_KEY_OVERLAP_HOURS}`,
    { type: 'integer', minimum: 0, maximum: MAX_KEY_OVERLAP_HOURS },
  )
  ends_in_hours!: number;
}

@OwnerApi('api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  async list(@CurrentAdmin() { account }: AdminCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.keys.list(account, query);
    return { data: rows.map(apiKeyView), next_cursor: nextCursor };
  }

  @Post()
  @HttpCode(201)
  async create(@CurrentAdmin() caller: AdminCaller, @Body() body: NewKeyDto): Promise<Answer<NewApiKeyView>> {
    const { account, actor } = caller;
    const { name, permissions } = body;
    const { key, secret } = await this.keys.create(account.id, name, permissions, actor, ownerSince(caller));
    return { data: { ...apiKeyView(key), key: secret } };
  }

  @Patch(':id')
  async rename(@CurrentAdmin() caller: AdminCaller, @Param('id', IdPipe) id: string, @Body() { name }: KeyNameDto) {
    return { data: apiKeyView(await this.keys.rename(caller.account.id, id, name, caller.actor, ownerSince(caller))) };
  }

  @Get(':id/refusals')
  async refusals(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.keys.refusals(account.id, id) };
  }

  @Post(':id/replace')
  @HttpCode(201)
  async replace(
    @CurrentAdmin() caller: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Body() { ends_in_hours }: ReplacementDto,
  ): Promise<Answer<NewApiKeyView>> {
    const { account, actor } = caller;
    const { key, secret } = await this.keys.replace(account.id, id, ends_in_hours, actor, ownerSince(caller));
    return { data: { ...apiKeyView(key), key: secret } };
  }

  @Delete(':id')
  async revoke(@CurrentAdmin() caller: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: apiKeyView(await this.keys.revoke(caller.account.id, id, caller.actor, ownerSince(caller))) };
  }
}
