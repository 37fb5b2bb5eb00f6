import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { BASE_PATH } from '../contract/base-path';
import { InputGuard } from '../common/input.guard';
import { AddressLimitGuard } from '../common/rate-limit/address-limits';
import { AccessGuard } from './access.guard';
import { ApiKeyGuard } from './api-key.guard';
import { CredentialGuard } from './credential.guard';
import { KeyLimitGuard, MetricsLimitGuard, WriteLimitGuard } from './key-limits';

/** A controller of the partner API. The guards are in the order of the checks (docs/decisions.md, "Order of checks"). */
export const PartnerApi = (path: string) =>
  applyDecorators(
    Controller(`${BASE_PATH}/${path}`),
    UseGuards(
      CredentialGuard,
      AddressLimitGuard,
      ApiKeyGuard,
      KeyLimitGuard,
      AccessGuard,
      WriteLimitGuard,
      MetricsLimitGuard,
      InputGuard,
    ),
  );
