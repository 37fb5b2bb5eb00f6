import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { BASE_PATH } from '../../contract/base-path';
import { AccessGuard, ApiKeyGuard } from './access.guard';
import { KeyLimitGuard, MetricsLimitGuard, WriteLimitGuard, CallLimitGuard } from './key-limits.guard';
import { ParametersGuard } from '../../common/input/route-input';

/** Controller of the partner API, with its guards in the order of docs/decisions.md, "Order of checks". */
export const PartnerApi = (path: string) =>
  applyDecorators(
    Controller(`${BASE_PATH}/${path}`),
    UseGuards(
      CallLimitGuard,
      ApiKeyGuard,
      KeyLimitGuard,
      AccessGuard,
      WriteLimitGuard,
      MetricsLimitGuard,
      ParametersGuard,
    ),
  );
