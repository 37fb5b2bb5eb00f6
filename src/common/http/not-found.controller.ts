import { All, Controller, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { noRoute } from './no-route';
import { AddressLimitGuard } from '../rate-limit/address-limits';

/** Answers unknown routes and methods. Registered last. */
@Controller()
@UseGuards(AddressLimitGuard)
export class NotFoundController {
  @All('{*path}')
  notFound(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    throw noRoute(request, response);
  }
}
