import { HttpCode, Param, Query } from '@nestjs/common';
import { apiKeyView } from './api-keys.queries';
import { ApiKeysService } from './api-keys.service';
import { IsText, Trimmed, IsWhole, IsList, InputObject } from '../../common/input/fields';
import { IdPipe } from '../../common/input/id.pipe';
import {
  type NewApiKeyView,
  type Permission,
  PERMISSIONS,
  API_KEY,
  type ApiKeyView,
  KEY_REFUSAL,
  KEY_REFUSAL_DAY,
  type KeyRefusal,
  type KeyRefusalDay,
  NEW_API_KEY,
} from '../../contract/key';
import {
  MAX_KEY_NAME,
  MAX_KEY_OVERLAP_HOURS,
  MAX_ACTIVE_KEYS,
  MAX_KEY_REFUSALS,
  REFUSAL_DAYS,
} from '../../contract/limits';
import { AccountApi, Delete, Get, Patch, Post } from '../access/account-api';
import { type AccountCaller, CurrentAccountCaller, ownerSince } from '../access/account-caller';
import { IDS, NOW } from '../../contract/document/examples';
import { one, page, type Answer, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { listOf } from '../../contract/document/shape';
import { JsonBody } from '../../common/input/route-input';
import { PageQuery } from '../../common/input/paging';

const KEY_EXAMPLE: ApiKeyView = {
  id: IDS.key,
  name: 'site',
  permissions: PERMISSIONS,
  hint: 'x9Qz',
  created_at: NOW,
  last_used_at: null,
  revoked_at: null,
  ends_at: null,
};

const REFUSAL_EXAMPLE: KeyRefusal = {
  at: NOW,
  route: 'POST /api/v1/leads',
  status: 422,
  code: 'validation_error',
  fields: ['phone', '?'],
};

const REFUSAL_DAY_EXAMPLE: KeyRefusalDay = {
  day: NOW.slice(0, 10),
  code: 'validation_error',
  count: 12,
  fields: [
    { name: 'phone', count: 9 },
    { name: '?', count: 3 },
  ],
};

const SECRET_EXAMPLE = `ent_live_${'0Aa1Bb2Cc3'.repeat(4)}0Aa1Bb2Cc`;

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
@ApiTag('Owner: account')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get('', 'api_keys')
  @ApiOperation('List the API keys, revoked ones included', {
    description: 'The newest first.',
    answers: [page(API_KEY, KEY_EXAMPLE)],
  })
  async list(@CurrentAccountCaller() { account }: AccountCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.keys.list(account, query);
    return { data: rows.map(apiKeyView), next_cursor: nextCursor };
  }

  @Post('', 'api_keys')
  @HttpCode(201)
  @ApiOperation(`Create an API key; an account has at most ${MAX_ACTIVE_KEYS} active ones`, {
    description:
      'A key with leads:write and metrics:read can tell a known phone from a new one by counting before and after a submission: prefer one key for each permission.',
    body: { name: 'site', permissions: ['leads:write'] },
    answers: [one(201, 'The key, shown only once.', NEW_API_KEY, { ...KEY_EXAMPLE, key: SECRET_EXAMPLE })],
    errors: ['key_limit_reached'],
  })
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
  @ApiOperation('Rename an API key', {
    body: { name: 'site novo' },
    answers: [one(200, 'The key.', API_KEY, { ...KEY_EXAMPLE, name: 'site novo' })],
    errors: ['not_found'],
  })
  async rename(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { name }: KeyNameDto,
  ) {
    return { data: apiKeyView(await this.keys.rename(caller.account.id, id, name, caller.actor, ownerSince(caller))) };
  }

  @Get(':id/refusals', 'api_keys')
  @ApiOperation('List the latest refusals of an API key', {
    description: `The last ${MAX_KEY_REFUSALS} answers with a status of 400 to 499, a few seconds after them; those that a limit of the client’s address refuses are not among them.`,
    answers: [one(200, 'The refusals, newest first.', listOf(KEY_REFUSAL), [REFUSAL_EXAMPLE])],
    errors: ['not_found'],
  })
  async refusals(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.keys.refusals(account.id, id) };
  }

  @Get(':id/refusal-days', 'api_keys')
  @ApiOperation('Count the refusals of an API key by day', {
    description: `The last ${REFUSAL_DAYS} days in Brasília, the newest first, and of each the codes and the fields that they name.`,
    answers: [one(200, 'The counts.', listOf(KEY_REFUSAL_DAY), [REFUSAL_DAY_EXAMPLE])],
    errors: ['not_found'],
  })
  async refusalDays(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.keys.refusalDays(account.id, id) };
  }

  @Post(':id/replace', 'api_keys')
  @HttpCode(201)
  @ApiOperation('Replace an API key, which then ends after some hours', {
    description: `The new key has the same name and permissions. Until its end the old one counts among the ${MAX_ACTIVE_KEYS} active ones; with \`ends_in_hours: 0\` it is revoked at once. A key that is revoked or replaced already is a \`conflict\`.`,
    body: { ends_in_hours: 24 },
    answers: [
      one(201, 'The new key, shown only once.', NEW_API_KEY, { ...KEY_EXAMPLE, id: IDS.otherKey, key: SECRET_EXAMPLE }),
    ],
    errors: ['not_found', 'conflict', 'key_limit_reached'],
  })
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
  @ApiOperation('Revoke an API key, at once and for ever', {
    answers: [
      one(200, 'The revoked key; a repeated call gets the same answer.', API_KEY, { ...KEY_EXAMPLE, revoked_at: NOW }),
    ],
    errors: ['not_found'],
  })
  async revoke(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: apiKeyView(await this.keys.revoke(caller.account.id, id, caller.actor, ownerSince(caller))) };
  }
}
