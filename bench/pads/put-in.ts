/** `node bench/pads/put-in.ts <home> <workload.json>`: a workflow with its scratchpads in one write, through the engine. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Engine } from '@wuku/kernel/base/engine'
import { openEngine } from './engine.ts'
import type { DraftWorkflow } from './workload.ts'

function putIn(
  engine: Engine,
  { name, description, project_scope: scope, pads: drafts }: DraftWorkflow,
): Promise<void> {
  const at = engine.now()
  const times = { createdAt: at, updatedAt: at }
  const workflow = randomUUID()
  return engine.pads.write({ workflow }, async ({ pads }) => {
    await pads.addWorkflow({ id: workflow, name, description, scope, isActive: true, ...times })
    for (const { title, content } of drafts)
      await pads.addPad({ id: randomUUID(), workflow, title, content, by: 'bench', how: 'import', ...times })
  })
}

if (import.meta.main) {
  const [home = '', file = ''] = process.argv.slice(2)
  const engine = await openEngine(home)
  for (const workflow of JSON.parse(readFileSync(file, 'utf8')) as readonly DraftWorkflow[])
    await putIn(engine, workflow)
  await engine.close()
}
