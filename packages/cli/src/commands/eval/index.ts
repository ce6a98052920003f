import { join } from 'node:path'
import type { Command, Input, Outcome, Shell } from '@wuku/terminal/command-types'
import { expandPath } from '@wuku/settings/user-path'
import type { CommandsInput } from '../../local-shell.ts'
import { holdsCorpus } from './scratch.ts'

/**
 * If documents lie next to the questions, they are indexed for the run, apart from everything else, and then deleted.
 * Only this part needs this machine: it reads a folder of the user, and creates a data folder for the run.
 */
export const evalCommand = (once: Command, app: CommandsInput): Command => ({
  ...once,
  async run(input, shell) {
    const written = input['path']
    const folder = typeof written === 'string' ? (expandPath(written, app.environment) ?? written) : undefined
    if (folder === undefined || !(await holdsCorpus(folder))) return once.run(input, shell)
    return runOnCorpus(once, { input, shell, folder, app })
  },
})

async function runOnCorpus(
  once: Command,
  { input, shell, folder, app }: { input: Input; shell: Shell; folder: string; app: CommandsInput },
): Promise<Outcome> {
  const { mode = 'lexical', compare } = input
  const meaning = compare === true ? 'compared' : mode === 'lexical' ? 'none' : 'needed'
  const { openScratch } = await import('./scratch.ts')
  const scratch = await openScratch(folder, { app, shell, meaning })
  try {
    const path = join(scratch.home, 'questions')
    return await once.run({ ...input, path }, { ...shell, call: scratch.call })
  } finally {
    await scratch.close()
  }
}
