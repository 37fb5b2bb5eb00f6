import { HttpCode, Param } from '@nestjs/common';
import { AccountApi, Delete, Get, Patch, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../../auth/access/account-caller';
import { InputObject, IsText, Must, Nested, Optional, ruled, Trimmed } from '../../common/input/fields';
import { IdPipe } from '../../common/input/id.pipe';
import { JsonBody } from '../../common/input/route-input';
import { IDS, NOW } from '../../contract/document/examples';
import { answer, ApiOperation, ApiTag, dataOf, NOTHING, one, type Rule } from '../../contract/document/route-text';
import { listOf } from '../../contract/document/shape';
import { MAX_SAVED_VIEWS, MAX_VIEW_NAME, MAX_VIEW_QUERY } from '../../contract/limits';
import { SAVED_VIEW, type SavedViewShape } from '../../contract/saved-view';
import { refuseInvertedDays, SavedFilters } from './account-leads.dto';
import { FILTER_RULES } from './account-leads.controller';
import type { SavedView } from './saved-view.entity';
import { SavedViewsService } from './saved-views.service';

const IsViewName = (): PropertyDecorator => IsText({ max: MAX_VIEW_NAME });

const FitsView = (): PropertyDecorator =>
  Must(
    (query) => typeof query !== 'object' || JSON.stringify(query).length <= MAX_VIEW_QUERY,
    `deve ter até ${MAX_VIEW_QUERY.toLocaleString('pt-BR')} caracteres ao todo`,
    ruled(`At most ${MAX_VIEW_QUERY.toLocaleString('en')} characters of JSON.`),
  );

@InputObject('SavedViewInput')
class SavedViewDto {
  @Trimmed() @IsViewName() name!: string;
  @FitsView() @Nested(() => SavedFilters) query!: SavedFilters;
}

@InputObject('SavedViewChange', { notEmpty: true })
class SavedViewChangeDto {
  @Optional() @Trimmed() @IsViewName() name?: string;
  @Optional() @FitsView() @Nested(() => SavedFilters) query?: SavedFilters;
}

const OPERATOR = 'The operator has no views: 404 `not_found`.';
const FULL = `A member has at most ${MAX_SAVED_VIEWS} views, each with another name, whatever its capitals: else 409 \`conflict\`.`;
const EXAMPLE: SavedViewShape = {
  id: IDS.savedView,
  name: 'Sem próximo passo',
  query: { responsible: 'me', without_next_step: 'true', order: 'changed' },
  created_at: NOW,
};

/** The rules of the list’s filters, for the field in which a view has them. */
const RULES: readonly Rule[] = FILTER_RULES.filter(({ rule }) => !rule.includes('operator')).map(
  ({ fields, rule }) => ({ fields: fields.map((field) => `query.${field}`), rule }),
);

@AccountApi('saved-views')
@ApiTag('Owner: people')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  @Get('', 'leads')
  @ApiOperation('List the views of the list of leads that the caller has saved', {
    description: `By name. ${OPERATOR}`,
    answers: [answer(200, `At most ${MAX_SAVED_VIEWS}.`, dataOf(listOf(SAVED_VIEW)), { data: [EXAMPLE] })],
    errors: ['not_found'],
  })
  async list(@CurrentAccountCaller() caller: AccountCaller) {
    return { data: (await this.views.list(caller)).map(savedViewShape) };
  }

  @Post('', 'leads')
  @HttpCode(201)
  @ApiOperation('Save filters and order of the list of leads under a name', {
    description: `\`query\` has parameters of GET /admin/v1/leads; no \`q\`, because what people search for are names, phones and addresses. ${FULL} ${OPERATOR}`,
    rules: RULES,
    body: { name: EXAMPLE.name, query: EXAMPLE.query },
    answers: [one(201, 'The view.', SAVED_VIEW, EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async save(@CurrentAccountCaller() caller: AccountCaller, @JsonBody() body: SavedViewDto) {
    refuseInvertedDays(body.query, 'query.');
    return { data: savedViewShape(await this.views.save(caller, body)) };
  }

  @Patch(':id', 'leads')
  @ApiOperation('Rename a saved view, or replace its filters and order', {
    description: `A field that is left out stays; \`query\` is replaced as a whole. ${FULL} ${OPERATOR}`,
    rules: RULES,
    body: { query: EXAMPLE.query },
    answers: [one(200, 'The view.', SAVED_VIEW, EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async change(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: SavedViewChangeDto,
  ) {
    if (body.query) refuseInvertedDays(body.query, 'query.');
    return { data: savedViewShape(await this.views.change(caller, id, body)) };
  }

  @Delete(':id', 'leads')
  @HttpCode(204)
  @ApiOperation('Delete a saved view', { description: OPERATOR, answers: [NOTHING], errors: ['not_found'] })
  async delete(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string): Promise<void> {
    await this.views.delete(caller, id);
  }
}

const savedViewShape = ({ id, name, query, createdAt }: SavedView): SavedViewShape => ({
  id,
  name,
  query: { ...query },
  created_at: createdAt.toISOString(),
});
