import { All, Controller, UseGuards } from '@nestjs/common';
import { ApiError } from './api-error';
import { AddressLimitGuard } from './rate-limit/address-limits';

/** Everything that no other controller answers: unknown routes and methods that a route does not have. Registered last. */
@Controller()
@UseGuards(AddressLimitGuard)
export class NotFoundController {
  @All('{*path}')
  notFound(): never {
    throw new ApiError('not_found');
  }
}
