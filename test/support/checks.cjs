const { Ajv2020 } = require('ajv/dist/2020.js');
const { default: addFormats } = require('ajv-formats');

function checksOf(document) {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, discriminator: false }));
  const validators = new Map();
  ajv.addSchema({ ...document, $id: 'reference' });
  return (place, value) => {
    const validate = validators.get(place) ?? ajv.compile({ $ref: `reference#/${place}` });
    validators.set(place, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}

let exact;

/** The document with every rule and its checks; made once per worker, since compiling takes seconds. */
function exactChecks() {
  if (!exact) {
    // The document describes the loaded controllers.
    require('../../dist/src/app.module.js');
    const { exactDocument } = require('../../dist/src/reference/document.js');
    const document = exactDocument('http://entrada.test');
    exact = { document, problemAt: checksOf(document) };
  }
  return exact;
}

module.exports = { checksOf, exactChecks };
