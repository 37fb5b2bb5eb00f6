import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { callOf } from './admin-caller';
import { OperatorGuard } from './operator.guard';
import { Strangers } from './strangers';

/** `/metrics` needs `METRICS_TOKEN`, or the operator's token. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(
    private readonly operator: OperatorGuard,
    private readonly strangers: Strangers,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return this.strangers.mayReadMetrics(callOf(context)) || this.operator.canActivate(context);
  }
}
