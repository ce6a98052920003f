import { homedir } from 'node:os'
import { makeCatalogue } from '@wuku/chats/catalogue'
import { dataFolder, readSettings } from '@wuku/settings/app-settings'
import { systemClock } from '@wuku/settings/this-process'
import { glance, openWorkOf, readInput } from '@wuku/storehouses/print-session-context'
import { answerHook, type HookPorts } from './answer-hook.ts'
import { mayMatter } from './decide.ts'
import { noteEvent, noteProblem, openJournal } from './journal.ts'
import { createMemory } from './memory.ts'
import { readEvent } from './read-event.ts'
import { writeAnswer } from './write-answer.ts'

/** Milliseconds for the input, and for all of it: an agent waits. */
const [INPUT_TIMEOUT, TIMEOUT] = [600, 900]

/**
 * The command of every hook: the event on standard input, the answer on standard output. Whatever is wrong, it says
 * nothing and succeeds: a hook that fails would hold up an agent.
 */
export async function runHook(tokens: readonly string[]): Promise<void> {
  const words = tokens.flatMap((token) => token.split(/(?<=^--\w+)=/))
  const after = (flag: string): string | undefined =>
    words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined
  const [client, home = process.env['WUKU_HOME']] = [after('--client'), after('--home')]
  const environment = { env: { ...process.env, WUKU_HOME: home }, platform: process.platform, userFolder: homedir() }
  const place = dataFolder(environment)
  const alarm = setTimeout(() => process.exit(0), TIMEOUT)
  try {
    const event = readEvent(await readInput(process.stdin, INPUT_TIMEOUT), client)
    if (event) noteEvent(place, event)
    else noteProblem(place, 'The input of a hook was no event of a known program.', systemClock.now())
    if (!event || !mayMatter(event)) return
    const settings = await readSettings(environment)
    const { now } = systemClock
    const read: HookPorts['read'] = (work) =>
      glance(settings, async (view) => {
        const catalogue = await makeCatalogue(view)
        return work({
          view,
          catalogue,
          memory: createMemory(catalogue.entries, () => true),
          openWork: (folder, further) =>
            openWorkOf(view, { settings, environment, folder, language: 'en', ...further }),
        })
      })
    const isWanted = event.moment !== 'session-start' || settings.sessionContext
    const said = isWanted && (await answerHook(event, { now, journal: () => openJournal(place, 'local'), read }))
    if (said) process.stdout.write(`${writeAnswer(event, said)}\n`)
  } catch (error) {
    noteProblem(place, String(error), systemClock.now())
  } finally {
    clearTimeout(alarm)
  }
}
