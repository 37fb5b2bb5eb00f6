import { All, Controller, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { noRoute } from './no-route';
import { AddressLimitGuard } from './rate-limit/address-limits';

/** Everything that no other controller answers: unknown routes and methods that a route does not have. Registered last. */
@Controller()
@UseGuards(AddressLimitGuard)
export class NotFoundController {
  @All('{*path}')
  notFound(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    throw noRoute(request, response);
  }
}
