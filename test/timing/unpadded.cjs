// The service as it would be without the padding of answers: the control that a timing test has to fail.
const { ResponseTick } = require('../../dist/src/common/response-tick.js');

ResponseTick.prototype.start = () => () => Promise.resolve();

require('../../dist/src/main.js');
