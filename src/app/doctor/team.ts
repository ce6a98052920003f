import type { ServerFacts } from '../../adapters/postgres/examine.ts'
import { isWukuError } from '../../core/errors.ts'
import type { Settings } from '../settings.ts'
import { demandPostgres } from '../team/open-store.ts'
import { fail, ok, warn, type Finding } from './finding.ts'

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

interface Examined {
  readonly about: string
  /** Names it. */
  readonly variable: string
  readonly url: string
  readonly schema: string
}

async function examineServer({ about, variable, url, schema }: Examined): Promise<readonly Finding[]> {
  try {
    demandPostgres(variable, url)
    const { examinePostgres } = await import('../../adapters/postgres/examine.ts')
    const facts = await examinePostgres(url, schema)
    return [describe(about, facts), ...(about === 'database' ? examinePrimary(facts) : examineReplica(about, facts))]
  } catch (error) {
    const remedy = isWukuError(error) ? error.remedy : 'Check that PostgreSQL runs, and that DATABASE_URL names it.'
    return [fail(about, error instanceof Error ? error.message : String(error), remedy)]
  }
}

const describe = (about: string, { version, vectors, bytes, milliseconds }: ServerFacts): Finding =>
  ok(
    about,
    `PostgreSQL ${version}, ${vectors === null ? 'without pgvector' : `pgvector ${vectors}`}, ${(bytes / 1e6).toFixed(1)} MB, answers in ${milliseconds.toFixed(1)} ms`,
  )

function examinePrimary({ version, vectors, passesSecurity, mayWrite, lag }: ServerFacts): readonly Finding[] {
  const findings: Finding[] = []
  if (Number.parseInt(version, 10) < OLDEST)
    findings.push(fail('database', `PostgreSQL ${version} is older than ${OLDEST}.`, 'Upgrade the server.'))
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
  return findings
}

/** Milliseconds after which searches hardly ever find what was written before them at a replica. */
const MUCH_LAG = 10_000

const examineReplica = (about: string, { lag }: ServerFacts): readonly Finding[] =>
  lag !== null && lag > MUCH_LAG
    ? [warn(about, `It is ${Math.round(lag / 1000)} s behind.`, 'Check its connection to the primary server.')]
    : []
