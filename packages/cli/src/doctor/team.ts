import { randomUUID } from 'node:crypto'
import { msg } from '@wuku/messages/cli'
import type { ServerFacts } from '@wuku/store-postgres/examine'
import { isWukuError, messageOf } from '@wuku/core/errors'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { requirePostgres } from '@wuku/settings/team-open-store'
import { fail, ok, warn, type Finding } from '../finding.ts'

const OLDEST = 15

/** The servers that hold the store of a team, each with its remedy. */
export async function examineTeam({ team: { database } }: Pick<Settings, 'team'>): Promise<readonly Finding[]> {
  const url = database.url()
  if (url === '') return []
  const { schema } = database
  const primary = await examineServer({ about: 'database', variable: 'DATABASE_URL', url, schema })
  const replicas = await Promise.all(
    database
      .readUrls()
      .map((each, at) =>
        examineServer({ about: `replica ${at + 1}`, variable: 'DATABASE_READ_URLS', url: each, schema }),
      ),
  )
  return [...primary, ...replicas.flat()]
}

async function examineServer({
  about,
  variable,
  url,
  schema,
}: Record<'about' | 'variable' | 'url' | 'schema', string>) {
  try {
    requirePostgres(variable, url)
    const { examinePostgres } = await import('@wuku/store-postgres/examine')
    const facts = await examinePostgres(url, schema)
    return [describe(about, facts), ...(about === 'database' ? examinePrimary(facts) : examineReplica(about, facts))]
  } catch (error) {
    const remedy = isWukuError(error)
      ? error.texts.remedy
      : 'Check that PostgreSQL runs, and that DATABASE_URL names it. Then run the same command again.'
    return [fail(about, messageOf(error), remedy)]
  }
}

const describe = (about: string, { version, vectors, bytes, milliseconds }: ServerFacts): Finding =>
  ok(
    about,
    msg('postgresqlMbAnswersMs', {
      version,
      value: vectors === null ? msg('withoutPgvector') : msg('pgvector', { vectors }),
      bytes: (bytes / 1e6).toFixed(1),
      milliseconds: milliseconds.toFixed(1),
    }),
  )

function examinePrimary({
  version,
  vectors,
  passesSecurity,
  mayWrite,
  largeSegments,
  lag,
}: ServerFacts): readonly Finding[] {
  const findings: Finding[] = []
  if (Number.parseInt(version, 10) < OLDEST)
    findings.push(fail('database', msg('postgresqlOlderThan', { version, oldest: OLDEST }), 'Upgrade the server.'))
  if (lag !== null)
    findings.push(
      fail('database', 'It is a replica: nothing can be written.', 'Let DATABASE_URL name the primary server.'),
    )
  if (mayWrite === false)
    findings.push(
      warn(
        'database',
        'The role may only read: search works, indexing does not.',
        'Let DATABASE_URL name the role that owns the store.',
      ),
    )
  if (vectors === null)
    findings.push(
      warn(
        'pgvector',
        'The database lacks it: search goes by words alone.',
        'As an administrator of the database: CREATE EXTENSION vector',
      ),
    )
  if (passesSecurity)
    findings.push(
      warn(
        'row security',
        'The role is a superuser, or bypasses row-level security: the second wall between users is off.',
        'Let DATABASE_URL name a role of its own: CREATE ROLE wuku LOGIN',
      ),
    )
  if (!largeSegments)
    findings.push(
      warn(
        'segments',
        'Programs of an earlier version may still use this store: postings stay in small segments, and searches of a million chunks take longer.',
        'When all instances run this version: wuku migrate-schema --large-segments',
      ),
    )
  return findings
}

/** Milliseconds after which searches hardly ever find what was written before them at a replica. */
const MUCH_LAG = 10_000

const examineReplica = (about: string, { lag }: ServerFacts): readonly Finding[] =>
  lag !== null && lag > MUCH_LAG
    ? [warn(about, msg('sBehind', { lag: Math.round(lag / 1000) }), 'Check its connection to the primary server.')]
    : []

/** Redis and the place of originals, where they are set up. */
export const examineShared = async (settings: Pick<Settings, 'home' | 'team'>, environment: Environment) =>
  (await Promise.all([examineRedisOf(settings), examineBlobs(settings, environment)])).flat()

/** Everything works without it, so that it is no failure when it is gone. */
async function examineRedisOf({ team }: Pick<Settings, 'team'>): Promise<readonly Finding[]> {
  const written = team.redis()
  if (written.length === 0) return []
  const { parseRedisAddress } = await import('@wuku/instances/redis/redis-address')
  const { examineRedis } = await import('@wuku/instances/redis/connection')
  try {
    const { version, nodes, milliseconds } = await examineRedis(parseRedisAddress(written))
    const cluster = nodes === 0 ? '' : msg('clusterNodes', { nodes })
    return [ok('redis', msg('answersMs', { version, cluster, milliseconds: milliseconds.toFixed(1) }))]
  } catch (error) {
    if (isWukuError(error)) return [fail('redis', error.texts.message, error.texts.remedy)]
    return [
      warn(
        'redis',
        msg('doesNotAnswerInstancesGo', { message: messageOf(error) }),
        'Check that it runs, and the address, user and password in REDIS_URL.',
      ),
    ]
  }
}

async function examineBlobs(settings: Pick<Settings, 'home' | 'team'>, environment: Environment) {
  const place = settings.team.blobs
  if (place === '') return []
  // No document has it.
  const key = `doctor/${randomUUID()}`
  try {
    const blobs = openBlobs(settings, environment)
    // A folder may refuse writes alone. The first question to a bucket also connects, so that the second one is timed.
    if (place.startsWith('s3:')) await blobs.get(key)
    else await blobs.put(key, new Uint8Array())
    const began = performance.now()
    await blobs.get(key)
    const milliseconds = performance.now() - began
    if (!place.startsWith('s3:')) await blobs.delete(key)
    return [ok('originals', msg('answersMs2', { place, milliseconds: milliseconds.toFixed(1) }))]
  } catch (error) {
    const remedy = isWukuError(error) ? error.texts.remedy : 'Let BLOBS_URL name a folder that this user may write to.'
    return [fail('originals', msg('value6', { place, message: messageOf(error) }), remedy)]
  }
}
