import type { Pad, PadVersion, PadView } from '../../../ports/pads.ts'
import { printJsonLine } from '../../../surfaces/cli/answer.ts'
import type { Outcome, Shell } from '../../../surfaces/cli/command.ts'
import { harmless, paintFor } from '../../../surfaces/cli/terminal.ts'
import { systemClock } from '../../this-process.ts'
import { padText } from './layout.ts'
import { printTail, type Wanted } from './print-tail.ts'

/** Looking at a version costs a fraction of a millisecond, and nobody reads faster. */
const POLL_MS = 200

/** Prints what any process adds to a scratchpad, until the signal; ends by itself when the scratchpad is deleted. */
export async function followPad(wanted: Wanted, shell: Shell): Promise<Outcome> {
  const { signal } = shell
  const engine = await shell.engine()
  let shown = await printEnd(wanted, shell)
  while (!signal.aborted) {
    await systemClock.sleep(POLL_MS, signal)
    const now = await engine.read(({ pads }) => lookAt(pads, wanted.id, shown.version))
    if (now === 'same') continue
    if (now === 'deleted') return sayDeleted(shell)
    if (shown.content !== undefined && now.content.startsWith(shown.content)) {
      printAdded(shown.content, now, shell)
      shown = now
    } else {
      sayRewritten(now, shell)
      shown = await printEnd(wanted, shell)
    }
  }
  return 'done'
}

/** What is on the screen. */
interface Shown {
  readonly version: number
  /** Unknown when so much was written at the same moment that the version is no longer kept. */
  readonly content: string | undefined
}

async function printEnd(wanted: Wanted, shell: Shell): Promise<Shown> {
  const version = await printTail(wanted, shell)
  const engine = await shell.engine()
  const state = await engine.read(({ pads }) => pads.stateAt(wanted.id, version))
  return { version, content: state?.content }
}

interface Now extends Pick<Pad, 'content' | 'version'>, Pick<PadVersion, 'by' | 'how'> {}

async function lookAt(pads: PadView, id: string, seen: number): Promise<Now | 'same' | 'deleted'> {
  const facts = await pads.padFacts(id)
  if (facts?.version === seen) return 'same'
  const pad = await pads.pad(id)
  const [last] = (await pads.history(id, { limit: 1, offset: 0 })).items
  return pad ? { content: pad.content, version: pad.version, by: last?.by ?? '', how: last?.how ?? '' } : 'deleted'
}

function printAdded(before: string, { content, ...facts }: Now, { terminal: { out }, json }: Shell): void {
  if (content === before) return
  if (json) return printJsonLine(out, { event: 'added', ...facts, text: content.slice(before.length) })
  out.write(padText(content.slice(newFrom(before, content)), { out, paint: paintFor(out) }))
}

/** Every line on the screen is ended: one that went on growing is printed again as a whole. */
function newFrom(before: string, content: string): number {
  if (before === '' || before.endsWith('\n')) return before.length
  return content[before.length] === '\n' ? before.length + 1 : before.lastIndexOf('\n') + 1
}

/** Lines above the end were changed, and what stands on the screen is no longer true. */
function sayRewritten({ version, by, how }: Now, { terminal: { out, err }, json, quiet }: Shell): void {
  if (json) return printJsonLine(out, { event: 'rewritten', version, by, how })
  if (quiet) return
  err.write(`${paintFor(err).yellow(`── rewritten by ${harmless(by)} (${how}), version ${version} ──`)}\n`)
}

function sayDeleted({ terminal: { out, err }, json, quiet }: Shell): Outcome {
  if (json) printJsonLine(out, { event: 'deleted' })
  else if (!quiet) err.write(`${paintFor(err).yellow('── the scratchpad was deleted ──')}\n`)
  return 'done'
}
