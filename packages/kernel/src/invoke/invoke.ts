import type { z } from 'zod'
import { cancelled, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { requireRoom } from '../base/quotas.ts'
import { actsOf, deniedAct, isDenial, recordActs } from '../audit.ts'
import { logRefused, runLogged, type CallOrigin } from '../call-log.ts'
import { reaches, type Caller } from '../base/caller.ts'
import type { CallFacts, Engine, OperationContext } from '../base/engine.ts'
import { levelOf, type Operation } from '../base/operation.ts'
import { isAddress, localOnly } from '../guard.ts'
import { acceptArguments, type Arguments } from '../arguments/accept.ts'

/** The caller, the surface that it came by, and how progress reaches it. */
export interface Call extends Pick<
  OperationContext,
  'caller' | 'signal' | 'progress' | 'job' | 'unchangedSince' | 'isBrief'
> {
  /** As the log of calls has it. */
  readonly surface: 'mcp' | 'cli' | 'rest'
  /** More for the log of calls. */
  readonly origin?: Omit<CallOrigin, 'surface'>
  /** Opened once the call is one that may run. */
  engine(): Promise<Engine>
  /** Wording of errors about wrong arguments; with it, no arguments are corrected. */
  refuse?(issues: readonly z.core.$ZodIssue[]): WukuError
}

export interface Invoked<Output> {
  /** With its defaults, as the operation ran with it. */
  readonly input: unknown
  readonly output: Output
}

/**
 * The one door to operations, for every surface: it alone knows the rights of the caller, how arguments are corrected
 * and checked, how a stopped call ends, and that each call is logged.
 */
export async function invoke<Output = unknown>(
  operation: Operation,
  given: Arguments,
  { surface, origin: more, engine: open, refuse, ...rest }: Call,
): Promise<Invoked<Output>> {
  const { caller, signal } = rest
  const origin = { ...more, surface }
  const input = await accepted(operation, given, { surface, engine: open, refuse, caller, origin })
  let noted: CallFacts = {}
  const note = (facts: CallFacts): void => void (noted = { ...noted, ...facts })
  const context = { ...rest, note, engine: await engineOf({ engine: open, caller }), origin }
  const { engine } = context
  if (operation.effect === 'read') await engine.index.pollChanges()
  try {
    if (operation.addsText) await requireRoom('documentBytes', caller, engine.accounts)
    const output = await runLogged<Output>(operation, input, context)
    recordActs(actsOf({ operation: operation.name, input, output, noted }), caller, { engine })
    return { input, output }
  } catch (thrown) {
    recordDenial(thrown, operation, input, context)
    // A stopped call reports nothing more, and its error is no fault.
    throw signal.aborted ? cancelled() : thrown
  }
}

interface Accepting extends Pick<Call, 'surface' | 'engine' | 'caller' | 'refuse'> {
  readonly origin: CallOrigin
}

/** The command line opens no engine for what it refuses: its users see that themselves. */
async function accepted(
  operation: Operation,
  given: Arguments,
  { surface, engine, refuse, caller, origin }: Accepting,
): Promise<unknown> {
  try {
    requireAllowed(operation, caller)
    const input = acceptInput(operation, given, refuse)
    if (caller.isRemote) requireNoLocalPath(operation, input)
    return input
  } catch (thrown) {
    if (surface !== 'cli') {
      const own = await engineOf({ engine, caller })
      logRefused(operation, given, { engine: own, caller, origin, thrown })
      recordDenial(thrown, operation, given, { engine: own, caller })
    }
    throw thrown
  }
}

/** A caller without the level, or who does not own what would change. */
function recordDenial(
  thrown: unknown,
  { name }: Operation,
  input: unknown,
  { engine, caller }: Pick<OperationContext, 'engine' | 'caller'>,
): void {
  if (isDenial(thrown)) recordActs([deniedAct(name, input)], caller, { engine, outcome: 'denied' })
}

/** Mended and checked, with its defaults. */
export const acceptInput = (operation: Operation, given: Arguments, refuse?: Call['refuse']): unknown =>
  refuse ? checked(operation, given, refuse) : acceptArguments(operation, given)

/** As the caller sees it, for what is no operation. */
export const engineOf = async ({ engine, caller }: Pick<Call, 'engine' | 'caller'>): Promise<Engine> =>
  (await engine()).for(caller)

function requireAllowed(operation: Operation, { mayWrite, level = 'admin' }: Caller): void {
  const { name, effect } = operation
  if (!reaches(level, levelOf(operation)))
    throw new WukuError(
      'forbidden',
      msg('needsLevelAndThisCallerReaches', { name, operation: levelOf(operation), level }),
    )
  if (effect === 'read' || mayWrite) return
  throw new WukuError('read-only', msg('changesSomethingAndThisCallerMay', { name }))
}

/** Paths of this machine mean nothing to somebody on another, and are not looked at for one. */
function requireNoLocalPath({ places = [] }: Operation, input: unknown): void {
  const values = Object(input) as Readonly<Record<string, unknown>>
  const named = places
    .flatMap((key) => values[key] ?? [])
    .find((value) => typeof value === 'string' && !isAddress(value))
  if (named !== undefined) throw localOnly(String(named))
}

function checked(operation: Operation, given: Arguments, refuse: NonNullable<Call['refuse']>): unknown {
  const parsed = operation.input.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuse(parsed.error.issues)
}
