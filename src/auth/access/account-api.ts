import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ParametersGuard } from '../../common/input/parameters.guard';
import { OperatorGuard } from './operator.guard';
import { AccountGuard } from './account.guard';

const BASE_PATH = 'admin/v1';

export const OperatorApi = (path: string) =>
  applyDecorators(Controller(`${BASE_PATH}/${path}`), UseGuards(OperatorGuard, ParametersGuard));

/** Controller of account routes. The account comes from the session, or from the operator's `X-Account-Id`. */
export const AccountApi = (path: string) =>
  applyDecorators(Controller(`${BASE_PATH}/${path}`), UseGuards(AccountGuard, ParametersGuard));
