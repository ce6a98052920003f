import { createHash } from 'node:crypto'
import type { SharedCounts } from '@wuku/core/ports/instances'
import type { RedisConnection } from './connection.ts'

/** In one step: a window without an end would never stop counting. */
const ADD = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }
`

/** Windows from the first time that a key is counted, as those in the memory of one instance are. */
export const openRedisCounts = (redis: RedisConnection, prefix: string): SharedCounts => ({
  async add(key, windowMilliseconds) {
    // Keys name credentials and addresses: who looks into Redis need not read them.
    const name = `${prefix}count:${createHash('sha256').update(key).digest('base64url')}`
    const answer = await redis.ask((client) => client.eval(ADD, 1, name, windowMilliseconds))
    const [count, milliseconds] = Array.isArray(answer) ? answer.map(Number) : []
    return count === undefined || milliseconds === undefined ? undefined : { count, milliseconds }
  },
})
