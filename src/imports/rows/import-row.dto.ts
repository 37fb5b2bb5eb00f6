import { IsText, IsTrueOrFalse, Must, Nested, Optional, Trimmed } from '../../common/input/fields';
import { isId } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { MAX_CLOCK_SKEW_MINUTES, MAX_DEAL_VALUE, MAX_NOTES_RECORD, MAX_TAGS_PER_LEAD } from '../../contract/limits';
import { type Origin, ORIGINS } from '../../contract/origin';
import { DealDto, IsSentTags, SubmitLeadDto } from '../../leads/intake/lead.dto';
import { MINUTE_MS } from '../../contract/durations';

/** The deal of a row, with messages about spreadsheet cells. */
class ImportedDealDto extends DealDto {
  @Optional()
  @Must(
    (value) => typeof value === 'number' && value <= MAX_DEAL_VALUE,
    'deve ser um valor em reais, como 1234,50 ou 1.234,50, até 999.999.999.999,99',
  )
  override value?: number;
}

/** A row of a file: a body of POST /leads, with extra fields for the owner. */
export class ImportedRowDto extends SubmitLeadDto {
  @Optional() @Nested(() => ImportedDealDto) override deal?: ImportedDealDto;

  @Optional()
  @Must((value) => typeof value === 'boolean', 'deve ser sim ou não')
  override consent?: boolean;

  @Optional() @Must((value) => isOrigin(value), 'não é uma origem conhecida') origin?: Origin;

  @Optional()
  @Must(
    (value) => typeof value === 'string' && isPast(momentOf(value)),
    'deve ser uma data real, como 23/11/2026, 23/11/2026 14:30 ou 2026-11-23, de 1970 até agora',
  )
  created_at?: string;

  /** The member's id. */
  @Optional()
  @Must(
    (value) => typeof value === 'string' && isId(value),
    'não é o nome nem o e-mail de uma só pessoa ativa da equipe',
  )
  responsible?: string;

  /** `rowBody` allows more than POST /leads for exports only. */
  @Optional() @Trimmed() @IsSentTags(MAX_TAGS_PER_LEAD) override tags?: string[];

  @Optional() @IsText({ max: MAX_NOTES_RECORD, lineBreaks: true }) notes_record?: string;

  @Optional() @IsTrueOrFalse() without_deal?: boolean;
}

const isOrigin = (value: unknown): boolean => ORIGINS.some((origin) => origin === value);

const isPast = (moment: Date | undefined): boolean =>
  moment !== undefined && moment.getTime() >= 0 && moment.getTime() <= Date.now() + MAX_CLOCK_SKEW_MINUTES * MINUTE_MS;
