/** `node bench/pads/in-process.ts <home> <queries.json>`: search and append without a process between, as JSON on stdout. */
import { readFileSync } from 'node:fs'
import { owner } from '@wuku/kernel/base/caller'
import { loadOperations } from '../../packages/cli/src/load-operations.ts'
import { openEngine } from './engine.ts'
import { timeEach } from './timing.ts'

export interface InProcess {
  readonly searches: readonly number[]
  readonly appends: readonly number[]
}

const APPENDS = 300

async function measure(home: string, queries: readonly string[]): Promise<InProcess> {
  const engine = await openEngine(home)
  const run = async (name: string, input: object): Promise<unknown> => {
    const operation = (await loadOperations()).find((known) => known.name === name)
    if (!operation) throw new Error(`There is no operation "${name}".`)
    const context = { engine, caller: owner('bench'), signal: new AbortController().signal, progress: () => {} }
    return operation.run(operation.input.parse(input), context)
  }
  try {
    const search = (nth: number) => run('search-workflows', { query: queries[nth % queries.length] })
    await timeEach(Math.min(20, queries.length), search)
    const searches = await timeEach(queries.length, search)
    const { workflow } = (await run('create-workflow', { name: 'In process' })) as { workflow: { id: string } }
    const content = 'The pilot boat waits outside the harbour. 引航船在港外等候。\n'.repeat(130)
    const pad = { workflow_id: workflow.id, title: 'Notes', content }
    const { scratchpad } = (await run('create-scratchpad', pad)) as { scratchpad: { id: string } }
    const append = (nth: number) =>
      run('append-scratchpad', {
        id: scratchpad.id,
        content: `Note ${nth}: high water at buoy ${nth * 7}; 第 ${nth} 次记录。`.repeat(3),
      })
    await timeEach(20, append)
    return { searches, appends: await timeEach(APPENDS, append) }
  } finally {
    await engine.close()
  }
}

if (import.meta.main) {
  const [home = '', file = ''] = process.argv.slice(2)
  process.stdout.write(JSON.stringify(await measure(home, JSON.parse(readFileSync(file, 'utf8')) as string[])))
}
