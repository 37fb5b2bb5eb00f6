import { IsString, Must, Optional } from '../common/input/fields';
import { IsCursor } from '../common/input/page.dto';
import { SENT_ID } from '../contract/document/json-schema';
import { DEFAULT_BOARD_LEADS, MAX_BOARD_LEADS } from '../contract/limits';
import { FoundLeadFilters } from '../leads/reading/lead-search.dto';

const isLimit = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_BOARD_LEADS;

const LIMIT = { type: 'integer', minimum: 1, maximum: MAX_BOARD_LEADS, default: DEFAULT_BOARD_LEADS } as const;

const IsWithStage = (): PropertyDecorator =>
  Must((value, query) => value === undefined || query['stage_id'] !== undefined, 'só vale junto com stage_id');

/** Parameters of GET /pipelines/{id}/board: leads per stage, or a page of one stage. */
export class BoardQuery extends FoundLeadFilters {
  @Optional()
  @Must(isLimit, `deve ser um número inteiro de 1 a ${MAX_BOARD_LEADS}`, LIMIT)
  limit?: string;

  @Optional()
  @Must((value) => value !== '', 'não pode ser vazio')
  @IsString({ ...SENT_ID, minLength: 1 })
  stage_id?: string;

  @IsWithStage() @IsCursor() cursor?: string;
}

export const askedPerStage = ({ limit }: BoardQuery): number =>
  limit === undefined ? DEFAULT_BOARD_LEADS : Number(limit);
