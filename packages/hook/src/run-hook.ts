import { homedir } from 'node:os'
import { makeCatalogue } from '@wuku/chats/catalogue'
import { dataFolder, readSettings, type Settings, type Environment } from '@wuku/settings/app-settings'
import { systemClock } from '@wuku/settings/this-process'
import { glance, openWorkOf } from '@wuku/storehouses/print-session-context'
import { decodeText } from '@wuku/text/decode'
import { answerHook } from './answer-hook.ts'
import { mayMatter } from './decide.ts'
import type { HookEvent } from './event.ts'
import { noteEvent, noteProblem, openJournal } from './journal.ts'
import { createMemory } from './memory.ts'
import { readEvent } from './read-event.ts'
import { writeAnswer } from './write-answer.ts'

/** Milliseconds for the input, and for all of it: an agent waits. */
const [INPUT_TIMEOUT, TIMEOUT] = [600, 900]
const LONGEST_INPUT = 2_000_000

/**
 * The command of every hook: the event on standard input, the answer on standard output. Whatever is wrong, it says
 * nothing and succeeds: a hook that fails would hold up an agent.
 */
export async function runHook(tokens: readonly string[]): Promise<void> {
  const after = (flag: string): string | undefined =>
    tokens.find((each) => each.startsWith(`${flag}=`))?.slice(flag.length + 1) ??
    (tokens.includes(flag) ? tokens[tokens.indexOf(flag) + 1] : undefined)
  const home = after('--home')
  const env = home === undefined ? process.env : { ...process.env, WUKU_HOME: home }
  const environment = { env, platform: process.platform, userFolder: homedir() }
  const place = dataFolder(environment)
  const problem = (what: unknown): void =>
    noteProblem(place, what instanceof Error ? what.message : String(what), systemClock.now())
  const alarm = setTimeout(() => process.exit(0), TIMEOUT)
  try {
    const event = readEvent(await readInput(process.stdin), after('--client'))
    if (event) noteEvent(place, event.client, event.event)
    else problem('The input of a hook is no event of a known program.')
    const answer = event && mayMatter(event) ? await answerTo(event, environment) : ''
    if (answer) process.stdout.write(`${answer}\n`)
  } catch (error) {
    problem(error)
  } finally {
    clearTimeout(alarm)
  }
}

async function answerTo(event: HookEvent, environment: Environment): Promise<string> {
  const settings = await readSettings(environment)
  if (event.moment === 'session-start' && !settings.sessionContext) return ''
  const said = await glanceAndAnswer(event, settings, environment)
  return said ? writeAnswer(event, said) : ''
}

const glanceAndAnswer = (event: HookEvent, settings: Settings, environment: Environment) =>
  answerHook(event, {
    now: () => systemClock.now(),
    journal: () => openJournal(settings.home),
    read: (work) =>
      glance(settings, async (view) => {
        const catalogue = await makeCatalogue(view)
        return work({
          view,
          catalogue,
          memory: createMemory(catalogue.entries, () => true),
          openWork: (folder, further) =>
            openWorkOf(view, { settings, environment, folder, language: 'en', ...further }),
        })
      }),
  })

/** To its end, or as much as came in time; what is too long is read and not kept, since its writer would fail. */
function readInput(stream: NodeJS.ReadStream): Promise<string> {
  if (stream.isTTY) return Promise.resolve('')
  return new Promise((done) => {
    const parts: Buffer[] = []
    let bytes = 0
    const finish = (): void => {
      clearTimeout(timer)
      stream.destroy()
      const decoded = bytes > LONGEST_INPUT ? 'binary' : decodeText(Buffer.concat(parts))
      done(decoded === 'binary' ? '' : decoded.text)
    }
    const timer = setTimeout(finish, INPUT_TIMEOUT)
    stream.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= LONGEST_INPUT) parts.push(part)
    })
    stream.on('end', finish).on('error', finish)
  })
}
