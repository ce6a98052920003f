import { performance } from 'node:perf_hooks'
import type { Contestant, Server } from './contestant.ts'
import { createPad, createWorkflow } from './fill.ts'

export interface Writers {
  readonly processes: number
  readonly each: number
  /** Answered as done. */
  readonly acknowledged: number
  /** Answered as failed, and what the first of them said. */
  readonly refused: number
  readonly firstRefusal: string | undefined
  /** Acknowledged and not there. */
  readonly lost: number
  /** There more than once. */
  readonly doubled: number
  /** Blocks that nobody wrote. */
  readonly broken: number
  readonly seconds: number
  readonly milliseconds: readonly number[]
}

export interface Crew {
  readonly processes: number
  /** Appends of each. */
  readonly each: number
}

/** Processes that append to one pad at the same time; afterwards every block is looked for. */
export async function measureWriters(contestant: Contestant, home: string, crew: Crew): Promise<Writers> {
  const servers = await Promise.all(Array.from({ length: crew.processes }, () => contestant.start(home)))
  try {
    const [first] = servers
    if (!first) throw new Error('There is no process to write.')
    const workflow_id = await createWorkflow(first, { name: 'Writers' })
    const id = await createPad(first, { workflow_id, title: 'Together', content: START })
    const started = performance.now()
    const tries = (
      await Promise.all(servers.map((server, writer) => appendAll(server, { id, writer, each: crew.each })))
    ).flat()
    const seconds = (performance.now() - started) / 1_000
    const tail = (await first.call('tail-scratchpad', { id, full_content: true })) as {
      scratchpad: { content: string }
    }
    return {
      ...crew,
      ...compareBlocks(tries, tail.scratchpad.content),
      seconds,
      milliseconds: tries.map((each) => each.milliseconds),
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
}

export const START = 'Written by several at once.'
export const SEPARATOR = '\n\n---\n<!--- block start --->\n'

export interface Try {
  readonly content: string
  readonly milliseconds: number
  readonly refusal: string | undefined
}

async function appendAll(
  server: Server,
  { id, writer, each }: { readonly id: string; readonly writer: number; readonly each: number },
): Promise<readonly Try[]> {
  const tries: Try[] = []
  for (let nth = 0; nth < each; nth++) {
    const content = `Writer ${writer}, note ${nth}: 潮水 ${'ebb and flow '.repeat(1 + (nth % 12))}end of ${writer}-${nth}`
    const started = performance.now()
    const refusal = await server.call('append-scratchpad', { id, content }).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    tries.push({ content, milliseconds: performance.now() - started, refusal })
  }
  return tries
}

/** Outcome of everything that was written. */
export function compareBlocks(tries: readonly Try[], text: string) {
  const found = new Map<string, number>()
  for (const block of text.split(SEPARATOR)) found.set(block, (found.get(block) ?? 0) + 1)
  const done = tries.filter(({ refusal }) => refusal === undefined)
  const written = new Set([START, ...tries.map(({ content }) => content)])
  return {
    acknowledged: done.length,
    refused: tries.length - done.length,
    firstRefusal: tries.find(({ refusal }) => refusal !== undefined)?.refusal,
    lost: done.filter(({ content }) => !found.has(content)).length,
    doubled: [...found.values()].filter((count) => count > 1).length,
    broken: [...found.keys()].filter((block) => !written.has(block)).length,
  }
}
