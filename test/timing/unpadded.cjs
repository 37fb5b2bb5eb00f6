// Runs the service without the padding of answers: the control in which a timing test must see a difference.
const { ResponseTick } = require('../../dist/src/common/http/response-tick.js');

ResponseTick.prototype.start = () => () => Promise.resolve();

require('../../dist/src/main.js');
