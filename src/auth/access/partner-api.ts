import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { BASE_PATH } from '../../contract/base-path';
import { AccessGuard } from './access.guard';
import { ApiKeyGuard } from './api-key.guard';
import { CallLimitGuard } from './call-limit.guard';
import { KeyLimitGuard, MetricsLimitGuard, WriteLimitGuard } from './key-limits.guard';
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
