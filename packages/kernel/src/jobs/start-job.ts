import { requireRoom } from '../base/quotas.ts'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { localOwnership, type Json, type SourceId } from '@wuku/core/core-types'
import type { VisibleSources } from '@wuku/core/ports/access'
import type { JobKind, JobRequest } from '@wuku/core/ports/jobs'
import { actorOf, type Caller, reaches, type JobSubject, type PlannedSubject } from '../base/caller.ts'
import { defineOperation, levelOf, type Operation } from '../base/operation.ts'
import type { Engine } from '../base/engine.ts'
import { storedCaller, submitJob } from './submit.ts'
import { jobShape, jobText, describeJob } from './job-output.ts'

const input = z.strictObject({
  operation: z.string().min(1).max(100).describe('Name of an operation that may take minutes.'),
  input: z.record(z.string(), z.unknown()).default({}).describe('Its input.'),
})

/** Input of an operation, corrected and checked, with its defaults. */
export type AcceptInput = (operation: Operation, given: Readonly<Record<string, unknown>>) => unknown

/** Long work goes on when its caller has left. */
export const createStartJob = (operations: readonly Operation[], accept: AcceptInput): Operation =>
  defineOperation({
    name: 'start-job',
    title: 'Start a job',
    description: 'Start long work on a running server, and return without waiting for it.',
    effect: 'write',
    input,
    output: jobShape,
    examples: [
      { label: 'An import', input: { operation: 'import-docs', input: { url: 'https://hono.dev/llms.txt' } } },
    ],
    async run(request, { engine, caller }) {
      const operation = longOperation(request.operation, operations)
      requireLevel(operation, caller)
      if (operation.addsText) await requireRoom('documentBytes', caller, engine.accounts)
      const checked = accept(operation, request.input)
      const subject = (await operation.about?.(checked, { engine })) ?? nothing
      const queue = queueOf(operation.long, subject)
      const job = await submitJob(
        {
          kind: operation.long,
          subject,
          ...(queue !== undefined && { queue }),
          actor: actorOf(caller),
          request: {
            operation: operation.name,
            input: asStored(request.input),
            caller: storedCaller(caller),
            ...(await makesShown(subject, engine)),
          },
        },
        engine,
      )
      return describeJob(job)
    },
    render: (job) => jobText(job),
  })

function longOperation(name: string, operations: readonly Operation[]): Operation & { readonly long: JobKind } {
  const found = operations.find((operation) => operation.name === name)
  if (found?.long) return { ...found, long: found.long }
  const names = operations.flatMap((each) => (each.long ? [each.name] : []))
  throw new WukuError(
    found ? 'bad-input' : 'unknown-operation',
    msg('isNoOperationThatRunsAs', { name: name.slice(0, 100), names: names.join(', ') }),
  )
}

function requireLevel(operation: Operation, { level = 'admin' }: Caller): void {
  if (reaches(level, levelOf(operation))) return
  throw new WukuError('forbidden', msg('needsLevel', { name: operation.name, operation: levelOf(operation) }))
}

/** Nobody who will see the library waits for it to be there. */
async function makesShown({ makes }: PlannedSubject, { libraries }: Engine): Promise<Pick<JobRequest, 'makes'>> {
  if (!makes) return {}
  const { visibility } = (await libraries.ownershipForNew(makes)) ?? localOwnership('docs')
  return { makes: visibility }
}

const nothing: PlannedSubject = { library: null, name: null, version: null }

/** Work on one library goes in turn; of what is about no library each kind does. A library that nobody knows yet is called by its name. */
export function queueOf(kind: JobKind, { library, name }: JobSubject): string | undefined {
  if (library !== null) return `library ${library}`
  if (name !== null) return `named ${name.toLowerCase()}`
  return kind === 'index' || kind === 'embed' ? kind : undefined
}

/** As it goes through JSON: what it comes back as is what is checked again. */
const asStored = (given: Readonly<Record<string, unknown>>): { readonly [key: string]: Json } =>
  JSON.parse(JSON.stringify(given)) as { readonly [key: string]: Json }

/** For whom a job runs: what was stored with it. */
export function callerOf(stored: { readonly [key: string]: Json }): Caller {
  const { client, level, isRemote } = stored
  return {
    client: String(client ?? 'wuku'),
    mayWrite: true,
    sees: parseVisibleSources(stored['sees']),
    ...(typeof level === 'string' && { level: level as NonNullable<Caller['level']> }),
    ...(isRemote === true && { isRemote }),
    ...textsOf(stored, ['actor', 'actorName', 'address', 'requestId']),
  }
}

function textsOf<Key extends string>(stored: { readonly [key: string]: Json }, keys: readonly Key[]) {
  return Object.fromEntries(keys.flatMap((key) => (typeof stored[key] === 'string' ? [[key, stored[key]]] : [])))
}

const seen = z.union([
  z.array(z.number()).transform((ids) => new Set(ids as readonly number[] as readonly SourceId[])),
  z.object({ user: z.string().nullable(), groups: z.array(z.string()) }),
])

/** Jobs of earlier versions saw everything, as the owner of the data folder does. */
const parseVisibleSources = (stored: Json | undefined): VisibleSources =>
  stored === undefined || stored === 'all' ? 'all' : seen.parse(stored)
