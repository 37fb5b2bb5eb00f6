import * as nest from '@nestjs/common';
import { AccountApi, Get } from './account-api';

describe('a route of an account without a right', () => {
  it('does not compile', () => {
    // @ts-expect-error the right is missing
    const routes = [Get('leads'), Get('leads', 'leads')];
    // @ts-expect-error no such right
    routes.push(Get('leads', 'anything'));
    expect(routes).toHaveLength(3);
  });

  it('stops the start when it is made with Nest’s own decorators', () => {
    class Controller {
      @nest.Get('leads')
      list(): void {}
    }
    expect(() => AccountApi('')(Controller)).toThrow('Controller.list names no right');
  });

  it('is told from methods that are no routes', () => {
    class Controller {
      @Get('leads', 'leads')
      list(): void {}

      helper(): void {}
    }
    expect(() => AccountApi('')(Controller)).not.toThrow();
  });
});
