import { z } from 'zod'
import { cancelled } from '@wuku/core/errors'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { openJobsHouse, type JobsHouse } from '../http/jobs-house.ts'

/** A server whose jobs say where they begin, and wait until they are let go. */
export interface ToilHouse extends JobsHouse {
  readonly begun: readonly string[]
  /** Those of this name end, now and later. */
  letGo(name: string): void
}

export interface ToilOptions {
  readonly home?: string
  readonly width?: number
  readonly began?: (name: string) => void
}

interface Toil {
  readonly name: string
  readonly queue: number
}

export async function openToilHouse({ began, ...options }: ToilOptions = {}): Promise<ToilHouse> {
  const begun: string[] = []
  const goes = new Map<string, PromiseWithResolvers<void>>()
  const goOf = (name: string): PromiseWithResolvers<void> => {
    const known = goes.get(name) ?? Promise.withResolvers<void>()
    goes.set(name, known)
    return known
  }
  const operation = defineOperation<Toil, { readonly name: string }>({
    name: 'toil',
    group: 'admin',
    title: 'Toils',
    description: 'Toils.',
    effect: 'write',
    long: 'import',
    about: async ({ queue }) => ({ library: queue, name: null, version: null }),
    input: z.strictObject({ name: z.string(), queue: z.number() }),
    output: z.strictObject({ name: z.string() }),
    examples: [],
    async run({ name }, { signal, progress }) {
      begun.push(name)
      began?.(name)
      progress({ stage: 'downloading', done: 1, total: 2, said: name })
      await Promise.race([goOf(name).promise, stopped(signal)])
      return { name }
    },
    render: () => [],
  })
  const house = await openJobsHouse({ ...options, more: [operation as Operation] })
  return Object.assign(house, { begun, letGo: (name: string) => goOf(name).resolve() })
}

const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(cancelled()), { once: true }))
