// Required into the built service by test/services/own-database: on SIGUSR2 it warns, prints, and throws an unknown error.
process.on('SIGUSR2', () => {
  process.emitWarning('an old way', 'DeprecationWarning', 'DEP9999');
  console.warn('[WARN] a library', { says: 'so' });
  setTimeout(() => void Promise.reject(new TypeError('of Canarinha')), 500);
});
