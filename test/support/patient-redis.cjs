/** Loaded before the service: on a busy machine Redis may be late, and then each instance counts for itself. */
const { RedisStorage } = require('../../dist/src/common/rate-limit/redis-storage.js');

RedisStorage.patienceMs = 20_000;
