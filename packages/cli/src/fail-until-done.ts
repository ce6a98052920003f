import { msg } from '@wuku/messages/cli'
import { printError } from '@wuku/terminal/print-answer'
import { WukuError } from '@wuku/core/errors'
import { openTerminal } from './process-terminal.ts'

/**
 * The process counts as failed until its work is done. Node exits as soon as nothing is left to wait for, with 0 by
 * default: work that hangs on a thread or a closed stream would look successful.
 */
export async function failUntilDone({ json }: { readonly json: boolean }, work: () => Promise<number>): Promise<void> {
  process.exitCode = 1
  const reportError = (thrown: unknown): void => printError(openTerminal(), thrown, { json })
  const reportUnfinished = (): void => reportError(new WukuError('internal', msg('processEndedBeforeWorkDone')))
  process.once('beforeExit', reportUnfinished)
  // Thrown outside of the awaited work, as by a timer or a stream.
  process.on('uncaughtException', (thrown) => {
    reportError(thrown)
    process.exit(1)
  })
  process.exitCode = await work()
  process.off('beforeExit', reportUnfinished)
}
