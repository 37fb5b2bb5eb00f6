// The service as it would be if it looked whose the address is before it answers: the control that a timing test has to fail.
const { SignInRequestsService } = require('../../dist/src/auth/sign-in-requests.service.js');

const { accept } = SignInRequestsService.prototype;
let work = Promise.resolve();
SignInRequestsService.prototype.accept = async function (...request) {
  await accept.apply(this, request);
  work = work.then(() => this.run());
  await work;
};

require('../../dist/src/main.js');
