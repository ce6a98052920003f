import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../speed/run.ts'
import type { Contestant, Server } from './contestant.ts'
import { keyOf, type DraftWorkflow } from './workload.ts'

/** Through the program's own tools, as an agent would, unless it knows a quicker way. */
export async function fill(contestant: Contestant, home: string, workload: readonly DraftWorkflow[]): Promise<void> {
  if (contestant.fill) return contestant.fill(home, workload)
  const server = await contestant.start(home)
  try {
    for (const workflow of workload) await addWorkflow(server, workflow)
  } finally {
    await server.close()
  }
}

/** A program that does not change is filled once for the same texts, and copied from then on. */
export async function fillCached(
  contestant: Contestant,
  { home, cache }: { readonly home: string; readonly cache: string },
  workload: readonly DraftWorkflow[],
): Promise<void> {
  const kept = join(cache, `${contestant.name.replaceAll(/[^\w.-]/g, '-')}-${keyOf(workload)}`)
  if (!existsSync(kept)) {
    const half = freshFolder(`${kept}.part`)
    await fill(contestant, half, workload)
    renameSync(half, kept)
  }
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  cpSync(kept, home, { recursive: true })
}

async function addWorkflow(server: Server, { pads, ...workflow }: DraftWorkflow): Promise<void> {
  const id = await createWorkflow(server, workflow)
  for (const pad of pads) await createPad(server, { workflow_id: id, ...pad })
}

export async function createWorkflow(server: Server, workflow: object): Promise<string> {
  const answer = (await server.call('create-workflow', workflow)) as { readonly workflow: { readonly id: string } }
  return answer.workflow.id
}

export async function createPad(server: Server, pad: object): Promise<string> {
  const answer = (await server.call('create-scratchpad', pad)) as { readonly scratchpad: { readonly id: string } }
  return answer.scratchpad.id
}
