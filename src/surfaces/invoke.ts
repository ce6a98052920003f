import type { z } from 'zod'
import { cancelled, WukuError } from '../core/errors.ts'
import { logRefused, runLogged, type CallOrigin } from '../engine/call-log.ts'
import { reaches, type Caller } from '../engine/caller.ts'
import type { Engine, OperationContext } from '../engine/engine.ts'
import { levelOf, type Operation } from '../engine/operation.ts'
import { localOnly } from '../engine/guard.ts'
import { acceptArguments, type Arguments } from './arguments/accept.ts'

/** The caller, the surface that it came by, and how progress reaches it. */
export interface Call extends Pick<OperationContext, 'caller' | 'signal' | 'progress' | 'job' | 'unchangedSince'> {
  /** As the log of calls has it. */
  readonly surface: 'mcp' | 'cli' | 'rest'
  /** More for the log of calls. */
  readonly origin?: Omit<CallOrigin, 'surface'>
  /** Opened once the call is one that may run. */
  engine(): Promise<Engine>
  /** How the surface words wrong arguments; then none are mended. */
  refuse?(issues: readonly z.core.$ZodIssue[]): WukuError
}

export interface Invoked<Output> {
  /** With its defaults, as the operation ran with it. */
  readonly input: unknown
  readonly output: Output
}

/**
 * The one door to operations, for every surface: it alone knows what the caller may do, how arguments are mended and
 * checked, how a call ends that was stopped, and that each stands in the log of calls.
 */
export async function invoke<Output = unknown>(
  operation: Operation,
  given: Arguments,
  { surface, origin: more, engine: open, refuse, ...rest }: Call,
): Promise<Invoked<Output>> {
  const { caller, signal } = rest
  const origin = { ...more, surface }
  const input = await accepted(operation, given, { surface, engine: open, refuse, caller, origin })
  const context = { ...rest, engine: await engineOf({ engine: open, caller }), origin }
  if (operation.effect === 'read') await context.engine.index.lookAround()
  try {
    return { input, output: await runLogged<Output>(operation, input, context) }
  } catch (thrown) {
    // Whoever stopped the call hears nothing more of it, and what it broke off with is no fault.
    throw signal.aborted ? cancelled() : thrown
  }
}

/** The command line opens no engine for what it refuses: its users see that themselves. */
async function accepted(
  operation: Operation,
  given: Arguments,
  { surface, engine, refuse, caller, origin }: Pick<Call, 'surface' | 'engine' | 'caller'> & Accepting,
): Promise<unknown> {
  try {
    demandAllowed(operation, caller)
    const input = acceptInput(operation, given, refuse)
    if (caller.isRemote) demandNoPlace(operation, input)
    return input
  } catch (thrown) {
    if (surface !== 'cli')
      logRefused(operation, given, { engine: await engineOf({ engine, caller }), caller, origin, thrown })
    throw thrown
  }
}

interface Accepting {
  readonly refuse: Call['refuse']
  readonly origin: CallOrigin
}
/** Mended and checked, with its defaults. */
export const acceptInput = (operation: Operation, given: Arguments, refuse?: Call['refuse']): unknown =>
  refuse ? checked(operation, given, refuse) : acceptArguments(operation, given)

/** As the caller sees it, for what is no operation. */
export const engineOf = async ({ engine, caller }: Pick<Call, 'engine' | 'caller'>): Promise<Engine> =>
  (await engine()).for(caller)

function demandAllowed(operation: Operation, { mayWrite, level = 'admin' }: Caller): void {
  const { name, effect } = operation
  if (!reaches(level, levelOf(operation)))
    throw new WukuError(
      'forbidden',
      `"${name}" needs the level ${levelOf(operation)}, and this caller reaches ${level}.`,
      `Use a credential with the scope ${levelOf(operation)}.`,
    )
  if (effect === 'read' || mayWrite) return
  throw new WukuError(
    'read-only',
    `"${name}" changes something, and this caller may only look.`,
    'Start the server without --read-only, and with the setting readOnly off, to allow changes.',
  )
}

/** Paths of this machine mean nothing to somebody on another, and are not looked at for one. */
function demandNoPlace({ places = [] }: Operation, input: unknown): void {
  const values = Object(input) as Readonly<Record<string, unknown>>
  const named = places
    .flatMap((key) => values[key] ?? [])
    .find((value) => typeof value === 'string' && !isAddress(value))
  if (named !== undefined) throw localOnly(String(named))
}

const isAddress = (written: string): boolean => /^(?:https?:\/\/|git@)/i.test(written)

function checked(operation: Operation, given: Arguments, refuse: NonNullable<Call['refuse']>): unknown {
  const parsed = operation.input.safeParse(given)
  if (parsed.success) return parsed.data
  throw refuse(parsed.error.issues)
}
