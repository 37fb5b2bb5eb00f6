import { Must, Nested, Optional } from '../common/fields';
import { momentOf } from '../common/moment';
import { MAX_CLOCK_SKEW_MINUTES, MAX_DEAL_VALUE } from '../contract/limits';
import { type Origin, ORIGINS } from '../contract/origin';
import { DealDto, SubmitLeadDto } from '../leads/intake/submit-lead.dto';

/** The deal of a row; the refusals are about cells of a spreadsheet. */
class ImportedDealDto extends DealDto {
  @Optional()
  @Must(
    (value) => typeof value === 'number' && value <= MAX_DEAL_VALUE,
    'deve ser um valor em reais, como 1234,50 ou 1.234,50, até 999.999.999.999,99',
  )
  override value?: number;
}

/** A row of a file: a body of POST /leads, with what the owner of the leads may say beside it. */
export class ImportedRowDto extends SubmitLeadDto {
  @Optional() @Nested(() => ImportedDealDto) override deal?: ImportedDealDto;

  @Optional() @Must((value) => isOrigin(value), 'não é uma origem conhecida') origin?: Origin;

  @Optional()
  @Must(
    (value) => typeof value === 'string' && isPast(momentOf(value)),
    'deve ser uma data real, como 23/11/2026, 23/11/2026 14:30 ou 2026-11-23, de 1970 até agora',
  )
  created_at?: string;
}

const isOrigin = (value: unknown): boolean => ORIGINS.some((origin) => origin === value);

const isPast = (moment: Date | undefined): boolean =>
  moment !== undefined && moment.getTime() >= 0 && moment.getTime() <= Date.now() + MAX_CLOCK_SKEW_MINUTES * 60_000;
