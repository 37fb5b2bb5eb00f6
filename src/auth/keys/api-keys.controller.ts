import { HttpCode, Param, Query } from '@nestjs/common';
import type { Answer } from '../../contract/document/answers';
import { apiKeyView } from './api-key.view';
import { ApiKeysService } from './api-keys.service';
import { IsText, Trimmed } from '../../common/input/fields';
import { IsList } from '../../common/input/list.field';
import { IsWhole } from '../../common/input/whole.field';
import { IdPipe } from '../../common/input/id.pipe';
import { InputObject } from '../../common/input/input';
import { PageQuery } from '../../common/input/page.dto';
import { type NewApiKeyView, type Permission, PERMISSIONS } from '../../contract/key';
import { MAX_KEY_NAME, MAX_KEY_OVERLAP_HOURS } from '../../contract/limits';
import { AccountApi, Delete, Get, Patch, Post } from '../access/account-api';
import { type AccountCaller, CurrentAccountCaller, ownerSince } from '../access/account-caller';
import { Described } from '../../contract/document/described';
import { API_KEYS_TEXTS } from './api-keys.texts';
import { JsonBody } from '../../common/input/json-body';

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
  @IsWhole({ min: 0, max: MAX_KEY_OVERLAP_HOURS }) ends_in_hours!: number;
}

@AccountApi('api-keys')
@Described(API_KEYS_TEXTS)
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get('', 'api_keys')
  async list(@CurrentAccountCaller() { account }: AccountCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.keys.list(account, query);
    return { data: rows.map(apiKeyView), next_cursor: nextCursor };
  }

  @Post('', 'api_keys')
  @HttpCode(201)
  async create(
    @CurrentAccountCaller() caller: AccountCaller,
    @JsonBody() body: NewKeyDto,
  ): Promise<Answer<NewApiKeyView>> {
    const { account, actor } = caller;
    const { name, permissions } = body;
    const { key, secret } = await this.keys.create(account.id, name, permissions, actor, ownerSince(caller));
    return { data: { ...apiKeyView(key), key: secret } };
  }

  @Patch(':id', 'api_keys')
  async rename(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { name }: KeyNameDto,
  ) {
    return { data: apiKeyView(await this.keys.rename(caller.account.id, id, name, caller.actor, ownerSince(caller))) };
  }

  @Get(':id/refusals', 'api_keys')
  async refusals(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.keys.refusals(account.id, id) };
  }

  @Post(':id/replace', 'api_keys')
  @HttpCode(201)
  async replace(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { ends_in_hours }: ReplacementDto,
  ): Promise<Answer<NewApiKeyView>> {
    const { account, actor } = caller;
    const { key, secret } = await this.keys.replace(account.id, id, ends_in_hours, actor, ownerSince(caller));
    return { data: { ...apiKeyView(key), key: secret } };
  }

  @Delete(':id', 'api_keys')
  async revoke(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: apiKeyView(await this.keys.revoke(caller.account.id, id, caller.actor, ownerSince(caller))) };
  }
}
