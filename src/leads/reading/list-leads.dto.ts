import { IsString, isText, Must, Optional } from '../../common/input/fields';
import { SENT_ID } from '../../contract/document/json-schema';
import { MAX_TAG } from '../../contract/limits';
import { IsMoment } from '../../common/input/moment.field';
import { PageQuery } from '../../common/input/page.dto';
import { TAG } from '../intake/lead.dto';

const IsGiven = (): PropertyDecorator => Must((value) => value !== '', 'não pode ser vazio');

export class ListLeadsQuery extends PageQuery {
  @Optional() @IsGiven() @IsString({ ...SENT_ID, minLength: 1 }) pipeline_id?: string;
  @Optional() @IsGiven() @IsString({ ...SENT_ID, minLength: 1 }) stage_id?: string;

  @Optional()
  @Must(
    (value) => typeof value === 'string' && isText(value.trim(), MAX_TAG),
    `deve ter de 1 a ${MAX_TAG} caracteres`,
    TAG,
  )
  tag?: string;

  @Optional() @IsMoment() updated_since?: string;
}
