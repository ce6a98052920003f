import { homedir } from 'node:os'
import { createCatalogue, type Catalogue } from '@wuku/chats/catalogue'
import { metaOf } from '@wuku/chats/record'
import type { StoreView } from '@wuku/core/ports/store'
import { isRecord, parseJson, parseObject } from '@wuku/core/lenient-parsing'
import { isWithin } from '@wuku/kernel/resolve-project'
import { dataFolder, readSettings } from '@wuku/settings/app-settings'
import { findServer } from '@wuku/settings/server-file'
import { systemClock } from '@wuku/settings/this-process'
import { repositoryAround } from '@wuku/settings/user-path'
import { glance, openWorkOf, readInput } from '@wuku/storehouses/print-session-context'
import { answerHook, type HookPorts } from './answer-hook.ts'
import { mayMatter } from './decide.ts'
import { noteEvent, noteProblem, openJournal } from './journal.ts'
import { createMemory } from './memory.ts'
import { readEvent } from './read-event.ts'
import { writeAnswer } from './write-answer.ts'

/** Milliseconds for the input, and for all of it: an agent waits. */
const [INPUT_TIMEOUT, SERVER_TIMEOUT, TIMEOUT] = [600, 500, 3_000]

/**
 * The command of every hook: the event on standard input, the answer on standard output. Whatever is wrong, it says
 * nothing and succeeds: a hook that fails would hold up an agent.
 */
export async function runHook(tokens: readonly string[]): Promise<void> {
  const words = tokens.flatMap((token) => token.split(/(?<=^--\w+)=/))
  const after = (flag: string): string | undefined =>
    words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined
  const [client, home = process.env['WUKU_HOME']] = [after('--client'), after('--home')]
  const language = after('--lang') === 'zh' ? 'zh' : 'en'
  const environment = { env: { ...process.env, WUKU_HOME: home }, platform: process.platform, userFolder: homedir() }
  const place = dataFolder(environment)
  const alarm = setTimeout(() => process.exit(0), TIMEOUT)
  try {
    const input = await readInput(process.stdin, INPUT_TIMEOUT)
    const event = readEvent(input, client)
    if (event) noteEvent(place, event)
    else noteProblem(place, 'The input of a hook was no event of a known program.', systemClock.now())
    if (!event || !mayMatter(event)) return
    const answer = await askServer(place, { ...parseObject(input), client: event.client, lang: language })
    if (answer !== undefined) return void (answer !== '{}' && process.stdout.write(`${answer}\n`))
    const settings = await readSettings(environment)
    const { now } = systemClock
    const read: HookPorts['read'] = (work) =>
      glance(settings, async (view) => {
        const catalogue = await catalogueFor(event.folder, view)
        return work({
          view,
          catalogue,
          memory: createMemory(catalogue.entries, () => true),
          openWork: (folder, further) => openWorkOf(view, { settings, environment, folder, language, ...further }),
        })
      })
    const isWanted = event.moment !== 'session-start' || settings.sessionContext
    const said =
      isWanted && (await answerHook(event, { now, language, journal: () => openJournal(place, 'local'), read }))
    if (said) process.stdout.write(`${writeAnswer(event, said)}\n`)
  } catch (error) {
    noteProblem(place, String(error), systemClock.now())
  } finally {
    clearTimeout(alarm)
  }
}

/** A server of this data folder knows all of it already. `undefined`: there is none that answers, and the store is read. */
async function askServer(place: string, event: object): Promise<string | undefined> {
  const server = await findServer(place)
  if (server?.token === undefined) return undefined
  const [{ request }, { text }] = await Promise.all([import('node:http'), import('node:stream/consumers')])
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
  const asking = request(new URL('/api/v1/hook', server.url), { method: 'POST', headers, timeout: SERVER_TIMEOUT })
  asking.on('timeout', () => asking.destroy())
  asking.on('error', () => resolve(undefined))
  asking.on('response', (response) => {
    const body = text(response).catch(() => undefined)
    resolve(
      body.then((json) => (response.statusCode === 200 && isRecord(parseJson(json ?? '')) ? json?.trim() : undefined)),
    )
  })
  asking.end(JSON.stringify(event))
  return promise
}

/** The conversations about a folder and its project; those of other projects cost more than all the rest. */
async function catalogueFor(folder: string, view: StoreView): Promise<Catalogue> {
  const isHere = isWithin([repositoryAround(folder) ?? folder])
  const sources = (await view.sources.list()).filter(({ kind }) => kind === 'chats')
  const all = sources.length === 0 ? [] : await view.documents.list({ sources: sources.map(({ id }) => id) })
  const own = all.filter((document) => {
    const { project, orders = [] } = metaOf(document)
    return project === undefined || isHere(project) || orders.some(({ scope }) => scope === 'everywhere')
  })
  return createCatalogue(sources, own)
}
