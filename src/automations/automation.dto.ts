import {
  IsOneOf,
  isText,
  Must,
  Nested,
  Sometimes,
  text,
  Trimmed,
  SENT_ID,
  IsWhole,
  InputObject,
} from '../common/input/fields';
import { AUTOMATION_ACTIONS, type AutomationAction } from '../contract/pipeline';
import { MAX_IDLE_DAYS, MAX_TAG } from '../contract/limits';

@InputObject('ActionInput', {
  forms: { AddTagAction: ['type', 'tag'], MoveAction: ['type', 'stage_id'], NotifyAction: ['type'] },
  formBy: { field: 'type', values: { AddTagAction: 'add_tag', MoveAction: 'move', NotifyAction: 'notify' } },
})
class ActionDto {
  @IsOneOf(AUTOMATION_ACTIONS) type!: AutomationAction;

  @Trimmed()
  @Must(
    (value, { type }) => type !== 'add_tag' || isText(value, MAX_TAG),
    `deve ser um texto de 1 a ${MAX_TAG} caracteres`,
    text(MAX_TAG),
  )
  @Must((value, { type }) => value === undefined || type === 'add_tag', 'só vale para add_tag')
  @Sometimes()
  tag?: string;

  @Must((value, { type }) => type !== 'move' || typeof value === 'string', 'deve ser o id de uma etapa', {
    type: 'string',
    ...SENT_ID,
  })
  @Must((value, { type }) => value === undefined || type === 'move', 'só vale para move')
  @Sometimes()
  stage_id?: string;
}

@InputObject('AutomationInput')
export class AutomationDto {
  @IsWhole({ min: 1, max: MAX_IDLE_DAYS }) idle_days!: number;

  @Nested(() => ActionDto) action!: ActionDto;
}
