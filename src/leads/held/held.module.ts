import { Module } from '@nestjs/common';
import { AccountHeldSubmissionsController } from './account-held-submissions.controller';
import { HeldReviewService } from './held-review.service';

@Module({
  controllers: [AccountHeldSubmissionsController],
  providers: [HeldReviewService],
})
export class HeldModule {}
