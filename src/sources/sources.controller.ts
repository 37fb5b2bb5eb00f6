import { HttpCode, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountApi, Delete, Get, Patch, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { Leaving } from '../common/http/caller-left';
import { requestIdOf } from '../common/http/request-id';
import {
  InputObject,
  IsOneOf,
  IsSentId,
  IsText,
  IsTrueOrFalse,
  IsWhole,
  Must,
  Nested,
  NestedList,
  Optional,
  OptionalOrNull,
  Trimmed,
} from '../common/input/fields';
import { IdPipe, idOf } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/paging';
import { JsonBody } from '../common/input/route-input';
import { codePoints } from '../common/text';
import { IDS, NOW } from '../contract/document/examples';
import { type Answer, ApiOperation, ApiTag, one, page, type Rule } from '../contract/document/route-text';
import { listOf } from '../contract/document/shape';
import { IMPORT_COLUMNS, type ImportColumn } from '../contract/import-columns';
import {
  MAX_ACTIVE_SOURCES,
  MAX_ADDRESS_OVERLAP_HOURS,
  MAX_FIELD_PATH,
  MAX_GOOGLE_KEY,
  MAX_MAPPED_FIELDS,
  MAX_SOURCE_NAME,
} from '../contract/limits';
import { type Origin, ORIGINS } from '../contract/origin';
import {
  DELIVERY,
  type DeliveryView,
  LISTED_DELIVERY,
  NEW_SOURCE,
  type NewSourceView,
  SOURCE,
  SOURCE_KINDS,
  type SourceKind,
  type SourceView,
} from '../contract/source';
import { IsNewTags } from '../leads/intake/lead.dto';
import { DELIVERY_EXAMPLE } from './deliveries.controller';
import { DeliveriesService } from './deliveries.service';
import { SourceFormDto } from './forms/form.dto';
import { type SourceDefaults, SourcesService } from './sources.service';

const SOURCE_EXAMPLE: SourceView = {
  id: IDS.source,
  kind: 'webhook',
  name: 'Formulário do site',
  active: true,
  created_at: NOW,
  hint: 'x9Qz',
  address: null,
  defaults: { tags: ['Site'], stage_id: null, origin: null, consent: false },
  mapping: [],
  form: null,
  has_google_key: false,
  last_received_at: NOW,
  received_7_days: 12,
  problems_7_days: 1,
  spam_7_days: 0,
  is_visitor_limit_shared: false,
};

const NEW_SOURCE_EXAMPLE: NewSourceView = {
  ...SOURCE_EXAMPLE,
  address: `https://leads.example.com/in/ent_in_${'0Aa1Bb2Cc3'.repeat(4)}0Aa1Bb2Cc`,
};

const STAGE_RULE: Rule = {
  fields: ['defaults.stage_id'],
  rule: 'The stage is one of the account’s that leads may enter: not of won deals.',
};

@InputObject('SourceDefaultsInput')
class DefaultsDto {
  @Optional() @Trimmed() @IsNewTags() tags?: string[];
  @OptionalOrNull() @IsSentId() stage_id?: string | null;
  @OptionalOrNull() @IsOneOf(ORIGINS) origin?: Origin | null;
  @Optional() @IsTrueOrFalse() consent?: boolean;
}

@InputObject('SourceMappedField')
class MappedFieldDto {
  // As deliveries show it, with whatever characters a tool put into its names.
  @Must(
    (value) => typeof value === 'string' && codePoints(value) <= MAX_FIELD_PATH && !/\p{Cs}/u.test(value),
    `deve ser um texto de até ${MAX_FIELD_PATH} caracteres, como as entregas o mostram`,
    { type: 'string', maxLength: MAX_FIELD_PATH },
  )
  path!: string;

  @Must(
    (value) => value === null || IMPORT_COLUMNS.some((column) => column === value),
    `deve ser null, ou um destes campos: ${IMPORT_COLUMNS.join(', ')}`,
    { type: ['string', 'null'], enum: [...IMPORT_COLUMNS, null] },
  )
  field!: ImportColumn | null;
}

@InputObject('SourceInput')
class NewSourceDto {
  @IsOneOf(SOURCE_KINDS) kind!: SourceKind;
  @Trimmed() @IsText({ max: MAX_SOURCE_NAME }) name!: string;
  @Optional() @Nested(() => DefaultsDto) defaults?: DefaultsDto;
  @Optional() @Nested(() => SourceFormDto) form?: SourceFormDto;
  @OptionalOrNull() @Trimmed() @IsText({ max: MAX_GOOGLE_KEY }) google_key?: string | null;
}

@InputObject('SourceChanges', { notEmpty: true })
class SourceChangesDto {
  @Optional() @Trimmed() @IsText({ max: MAX_SOURCE_NAME }) name?: string;
  @Optional() @IsTrueOrFalse() active?: boolean;
  @Optional() @Nested(() => DefaultsDto) defaults?: DefaultsDto;
  @Optional() @NestedList(() => MappedFieldDto, { max: MAX_MAPPED_FIELDS }) mapping?: MappedFieldDto[];
  @Optional() @Nested(() => SourceFormDto) form?: SourceFormDto;
  @OptionalOrNull() @Trimmed() @IsText({ max: MAX_GOOGLE_KEY }) google_key?: string | null;
}

@InputObject('SourceAddressInput')
class AddressDto {
  @Optional() @IsWhole({ min: 0, max: MAX_ADDRESS_OVERLAP_HOURS }) ends_in_hours?: number;
}

const defaultsOf = (dto: DefaultsDto): SourceDefaults => ({
  ...(dto.tags && { tags: dto.tags }),
  ...(dto.stage_id !== undefined && { stageId: dto.stage_id === null ? null : idOf(dto.stage_id) }),
  ...(dto.origin !== undefined && { origin: dto.origin }),
  ...(dto.consent !== undefined && { consent: dto.consent }),
});

@AccountApi('sources')
@ApiTag('Owner: sources')
export class SourcesController {
  constructor(
    private readonly sources: SourcesService,
    private readonly deliveries: DeliveriesService,
  ) {}

  @Get('', 'sources')
  @ApiOperation('List the sources, the newest first', {
    answers: [one(200, 'The sources that are not deleted.', listOf(SOURCE), [SOURCE_EXAMPLE])],
  })
  async list(@CurrentAccountCaller() { account }: AccountCaller, @Leaving() leaving: AbortSignal) {
    return { data: await this.sources.list(account.id, leaving) };
  }

  @Get(':id', 'sources')
  @ApiOperation('Read a source', { answers: [one(200, 'The source.', SOURCE, SOURCE_EXAMPLE)], errors: ['not_found'] })
  async find(@CurrentAccountCaller() { account }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.sources.find(account.id, id) };
  }

  @Post('', 'sources')
  @HttpCode(201)
  @ApiOperation(`Create a source; an account has at most ${MAX_ACTIVE_SOURCES} active ones`, {
    description:
      'A webhook’s address is a secret: everybody who has it can send leads, and can learn nothing. A form’s is public.',
    body: { kind: 'webhook', name: 'Formulário do site', defaults: { tags: ['Site'] } },
    answers: [one(201, 'The source; the address of a webhook is shown only now.', NEW_SOURCE, NEW_SOURCE_EXAMPLE)],
    rules: [STAGE_RULE],
    errors: ['conflict'],
  })
  async create(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @JsonBody() { kind, name, defaults, form, google_key }: NewSourceDto,
  ): Promise<Answer<NewSourceView>> {
    const input = { kind, name, form, googleKey: google_key, ...(defaults && { defaults: defaultsOf(defaults) }) };
    return { data: await this.sources.create(account.id, input, actor) };
  }

  @Patch(':id', 'sources')
  @ApiOperation('Change a source', {
    description:
      'Only what is sent changes; `mapping` and `form` are replaced as a whole. Nothing is read again by itself: POST /deliveries/{id}/read-again does it. Of a deleted source only `mapping` can be sent, alone, and is added to what it had.',
    body: { name: 'Site novo', mapping: [{ path: 'campo_3', field: 'phone' }] },
    answers: [one(200, 'The source.', SOURCE, { ...SOURCE_EXAMPLE, name: 'Site novo' })],
    rules: [STAGE_RULE],
    errors: ['not_found', 'conflict'],
  })
  async change(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { defaults, google_key, ...changes }: SourceChangesDto,
  ): Promise<Answer<SourceView>> {
    const more = { ...changes, googleKey: google_key, ...(defaults && { defaults: defaultsOf(defaults) }) };
    return { data: await this.sources.change(account.id, id, more, actor) };
  }

  @Post(':id/address', 'sources')
  @HttpCode(200)
  @ApiOperation('Give a source a new address', {
    description: `The former address goes on for \`ends_in_hours\` (${MAX_ADDRESS_OVERLAP_HOURS} by default), because a tool somewhere still sends to it.`,
    body: { ends_in_hours: 24 },
    answers: [one(200, 'The source with its new address.', NEW_SOURCE, NEW_SOURCE_EXAMPLE)],
    errors: ['not_found'],
  })
  async replaceAddress(
    @CurrentAccountCaller() { account, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody({ isOptional: true }) { ends_in_hours: hours = MAX_ADDRESS_OVERLAP_HOURS }: AddressDto,
  ): Promise<Answer<NewSourceView>> {
    return { data: await this.sources.replaceAddress(account.id, id, hours, actor) };
  }

  @Delete(':id', 'sources')
  @HttpCode(204)
  @ApiOperation('Delete a source', {
    description: 'Its addresses answer 410 from now on. What it received stays, and what is held can still be decided.',
    answers: [{ status: 204, what: 'Deleted.' }],
    errors: ['not_found'],
  })
  async delete(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    await this.sources.delete(account.id, id, actor);
  }

  @Get(':id/deliveries', 'sources')
  @ApiOperation('List what came to a source, the newest first', {
    answers: [page(LISTED_DELIVERY, DELIVERY_EXAMPLE)],
    errors: ['not_found'],
  })
  async listDeliveries(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: PageQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const { rows, nextCursor } = await this.deliveries.list(account, id, query, leaving);
    return { data: rows, next_cursor: nextCursor };
  }

  @Post(':id/test', 'sources')
  @HttpCode(201)
  @ApiOperation('Make a test delivery, which makes no lead', {
    answers: [one(201, 'The delivery.', DELIVERY, { ...DELIVERY_EXAMPLE, result: 'test', lead_id: null })],
    errors: ['not_found'],
  })
  async test(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<DeliveryView>> {
    return { data: await this.deliveries.test(account.id, id, requestIdOf(response)) };
  }
}
