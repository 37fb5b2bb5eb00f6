import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { InputGuard } from '../common/input.guard';
import { AddressLimitGuard } from '../common/rate-limit/address-limits';
import { AccessGuard } from './access.guard';
import { ApiKeyGuard } from './api-key.guard';
import { CredentialGuard } from './credential.guard';
import { KeyLimitGuard, MetricsLimitGuard, WriteLimitGuard } from './key-limits';

/** Section 9: the version is part of the base path. */
export const BASE_PATH = 'api/v1';

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
