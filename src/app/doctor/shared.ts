import { randomUUID } from 'node:crypto'
import { isWukuError } from '../../core/errors.ts'
import type { Settings, Surroundings } from '../settings.ts'
import { openBlobs } from '../team/open-blobs.ts'
import { fail, ok, warn, type Finding } from './finding.ts'

/** Redis and the place of originals, where they are set up. */
export async function examineShared(
  settings: Pick<Settings, 'home' | 'team'>,
  surroundings: Surroundings,
): Promise<readonly Finding[]> {
  return (await Promise.all([examineRedisOf(settings), examineBlobs(settings, surroundings)])).flat()
}

/** Everything works without it, so that it is no failure when it is gone. */
async function examineRedisOf({ team }: Pick<Settings, 'team'>): Promise<readonly Finding[]> {
  const written = team.redis()
  if (written.length === 0) return []
  const [{ parseRedisAddress }, { examineRedis }] = await Promise.all([
    import('../../adapters/redis/address.ts'),
    import('../../adapters/redis/examine.ts'),
  ])
  try {
    const { version, nodes, milliseconds } = await examineRedis(parseRedisAddress(written))
    const cluster = nodes === 0 ? '' : `, a cluster of ${nodes} nodes`
    return [ok('redis', `${version}${cluster}, answers in ${milliseconds.toFixed(1)} ms`)]
  } catch (error) {
    if (isWukuError(error)) return [fail('redis', error.message, error.remedy)]
    return [
      warn(
        'redis',
        `It does not answer, and instances go on without it: ${messageOf(error)}`,
        'Check that it runs, and the address, user and password in REDIS_URL.',
      ),
    ]
  }
}

async function examineBlobs(
  settings: Pick<Settings, 'home' | 'team'>,
  surroundings: Surroundings,
): Promise<readonly Finding[]> {
  const place = settings.team.blobs
  if (place === '') return []
  // No document has it.
  const key = `doctor/${randomUUID()}`
  try {
    const blobs = openBlobs(settings, surroundings)
    // A folder may refuse writes alone. The first question to a bucket also connects, so that the second one is timed.
    if (place.startsWith('s3:')) await blobs.get(key)
    else await blobs.put(key, new Uint8Array())
    const began = performance.now()
    await blobs.get(key)
    const milliseconds = performance.now() - began
    if (!place.startsWith('s3:')) await blobs.delete(key)
    return [ok('originals', `${place}, answers in ${milliseconds.toFixed(1)} ms`)]
  } catch (error) {
    const remedy = isWukuError(error) ? error.remedy : 'Let BLOBS_URL name a folder that this user may write to.'
    return [fail('originals', `${place}: ${messageOf(error)}`, remedy)]
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
