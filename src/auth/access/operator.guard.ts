import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { SessionsService } from '../sessions/sessions.service';
import { ApiError } from '../../common/api-error';
import { countCall, type Limit } from '../../common/rate-limit/count-call';
import { LimitStorage, limitsOf } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import { actorOf, callOf, type OperatorRequest } from './account-caller';
import { credentialOf } from './session-cookie';
import { StrangerLimits } from './stranger-limits';

/** Operator routes: require the operator's token. Owners get `forbidden`, within the session's limit; others get `unauthorized`. */
@Injectable()
export class OperatorGuard implements CanActivate {
  private readonly limit: Limit;

  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly strangers: StrangerLimits,
    private readonly storage: LimitStorage,
  ) {
    this.limit = limitsOf(config).session;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const call = callOf(context);
    if (this.strangers.isOperator(call)) {
      context.switchToHttp().getRequest<OperatorRequest>().actor = actorOf(call.request, undefined);
      return true;
    }
    const credential = credentialOf(call.request, this.config);
    const session = credential && (await this.sessions.find(credential.token, call.request));
    if (!session) throw await this.strangers.refusal(call);
    await countCall(this.storage.counts, this.limit, session.id, call.response);
    throw new ApiError('forbidden', { message: 'Só o operador do serviço pode usar esta rota, com o token dele.' });
  }
}

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
