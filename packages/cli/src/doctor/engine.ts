import { msg } from '@wuku/messages/cli'
import {
  type EngineServer,
  type EngineStatus,
  type EngineTrouble,
  LONG_UNFED,
  troublesOf,
} from '@wuku/core/search-engine'
import type { Engine } from '@wuku/kernel/base/engine'
import { fail, type Finding, ok, warn } from '../finding.ts'

const ABOUT = 'search engine'
const MANY_GONE = 0.1

/** Servers that hold postings for the database: if one is away, its parts are searched in the database, or missing. */
export async function examineEngine(engine: Pick<Engine, 'searchEngine' | 'read'>): Promise<readonly Finding[]> {
  const control = engine.searchEngine
  if (!control) return examineLost(engine)
  const status = await control.status()
  return [...status.servers.flatMap((server) => examineServer(server, status)), ...examineStatus(status)]
}

/** Postings that only an engine has which no setting names any more. */
async function examineLost({ read }: Pick<Engine, 'read'>): Promise<readonly Finding[]> {
  const missing = await read(async (view) => {
    await view.terms.stats([])
    return view.missing?.()
  })
  return missing
    ? [
        fail(
          ABOUT,
          msg('postingsOnlyInEngine'),
          'Set SEARCH_URL to the search engine that has them, or index the sources anew.',
        ),
      ]
    : []
}

function examineServer(server: EngineServer, { isFed }: EngineStatus): readonly Finding[] {
  const { address, shard, version, seconds } = server
  const found = troublesOf(server, isFed).map((trouble) => findingOf(trouble, server))
  if (found.some(({ state }) => state === 'fail')) return found
  const milliseconds = (1_000 * seconds).toFixed(1)
  return [ok(`${ABOUT} ${address}`, msg('engineAnswers', { version, shard: shard ?? 0, milliseconds })), ...found]
}

function findingOf(trouble: EngineTrouble, { address, shard, version, seconds, secondsAhead, said }: EngineServer) {
  const about = `${ABOUT} ${address}`
  const [milliseconds, hours] = [Math.round(1_000 * seconds), Math.round(Math.abs(secondsAhead) / 3_600)]
  switch (trouble) {
    case 'away': {
      const isRefused = /password|Unknown user|Authentication/i.test(said)
      const remedy = isRefused
        ? 'Correct the user and the password in SEARCH_URL.'
        : 'Check that it runs and is reached under this address. Until then the database is searched for what it still has.'
      return fail(about, msg('engineServerAway', { said }), remedy)
    }
    case 'old':
      return fail(about, msg('engineTooOld', { version }), 'Upgrade the server.')
    case 'foreign':
      return fail(about, msg('engineForeignTables', { said }), 'Let SEARCH_URL name a database of wuku alone.')
    case 'lost':
      return fail(about, msg('engineTablesLost', { shard: shard ?? 0 }), 'wuku engine rebuild --using store')
    case 'slow':
      return warn(about, msg('engineSlow', { milliseconds }), 'Give it more processors, or look at what else it does.')
    case 'clock':
      return warn(about, msg('engineClock', { hours }), 'Set its clock, by NTP for instance.')
  }
}

function examineStatus(status: EngineStatus): readonly Finding[] {
  const { isFed, shards, shardsAnswering: answering, unfed, unfedSeconds, failed, chunks, dropped, goneShare } = status
  if (!isFed) return [ok(ABOUT, msg('engineNotNeeded'))]
  const findings = [
    answering < shards
      ? fail(
          ABOUT,
          msg('engineShardsAway', { answering, shards, dropped }),
          'Start the servers of the others. Answers say what they lack.',
        )
      : ok(ABOUT, msg('engineChunks', { chunks, unfed, shards })),
  ]
  if (unfedSeconds > LONG_UNFED)
    findings.push(
      warn(ABOUT, msg('engineBehind', { unfed, minutes: Math.round(unfedSeconds / 60) }), 'wuku engine feed'),
    )
  if (failed !== '') findings.push(warn(ABOUT, msg('engineRefuses', { failed }), 'wuku engine status'))
  if (goneShare > MANY_GONE)
    findings.push(warn(ABOUT, msg('engineGone', { percent: Math.round(100 * goneShare) }), 'wuku engine rebuild'))
  return findings
}
