import { msg, tr, type Text } from '@wuku/messages/terminal'
import { isWukuError, WukuError } from '@wuku/core/errors'
import type { Command, Outcome, Shell } from './command-types.ts'
import { harmless, paintFor, translatorOf } from './terminal.ts'

/** A person is asked before something goes that is nowhere else; a program hears which command does it all the same. */
export async function confirmed(shell: Shell, work: (yes: boolean) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work(false)
  } catch (error) {
    const isQuestion = isWukuError(error) && error.code === 'unconfirmed'
    if (!isQuestion || !mayAsk(shell)) throw error
    if (await askYesNo(error.message, shell)) return work(true)
    shell.terminal.err.write(`${translatorOf(shell.terminal.err)(tr('Nothing was changed.'))}\n`)
    return 'failed'
  }
}

export const confirming = (command: Command): Command => ({
  ...command,
  run: (input, shell) => confirmed(shell, (yes) => command.run(yes ? { ...input, yes } : input, shell)),
})

/** A whole store goes: more than a yes is asked for, its name. */
export async function askName(name: string, warning: Text, shell: Shell, remedy: Text): Promise<void> {
  if (!mayAsk(shell)) throw new WukuError('unconfirmed', warning, remedy)
  const { terminal, stdin, signal } = shell
  const translate = translatorOf(terminal.err)
  const question = `${paintFor(terminal.err).yellow('!')} ${harmless(translate(warning))}\n  ${translate(msg('typeGo', { name: harmless(name) }))} `
  if ((await stdin.ask(question, signal)).trim() !== name)
    throw new WukuError('cancelled', msg('anotherNameTypedNothingChanged'))
}

const mayAsk = ({ terminal, stdin, json }: Shell): boolean => stdin.isTerminal && terminal.err.isTerminal && !json

/** Only a clear yes counts; the end of the input and Ctrl-C do not. */
async function askYesNo(statement: string, { terminal: { err }, stdin, signal }: Shell): Promise<boolean> {
  const translate = translatorOf(err)
  const question = `${paintFor(err).yellow('!')} ${harmless(translate(statement))}\n  ${translate('Remove it?')} [y/N] `
  return /^y(es)?$/i.test((await stdin.ask(question, signal)).trim())
}
