import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { InputGuard } from '../common/input.guard';
import { OperatorGuard } from './operator.guard';
import { OwnerGuard } from './owner.guard';

const BASE_PATH = 'admin/v1';

/** A controller of operator routes. */
export const OperatorApi = (path: string) =>
  applyDecorators(Controller(`${BASE_PATH}/${path}`), UseGuards(OperatorGuard, InputGuard));

/** A controller of owner routes: the account is the session's, or the one that the operator names. */
export const OwnerApi = (path: string) =>
  applyDecorators(Controller(`${BASE_PATH}/${path}`), UseGuards(OwnerGuard, InputGuard));
