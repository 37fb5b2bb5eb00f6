import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { callOf } from './account-caller';
import { OperatorGuard } from './operator.guard';
import { StrangerLimits } from './stranger-limits';

/** `/metrics` needs `METRICS_TOKEN`, or the operator's token. */
@Injectable()
export class PrometheusGuard implements CanActivate {
  constructor(
    private readonly operator: OperatorGuard,
    private readonly strangers: StrangerLimits,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return this.strangers.mayReadMetrics(callOf(context)) || this.operator.canActivate(context);
  }
}
