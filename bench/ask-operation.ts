import { owner } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { loadOperations } from '../packages/cli/src/load-operations.ts'

/** Asks an operation in this process as an agent asks it over MCP, all else by default. */
export async function askOperation<Output>(engine: Engine, name: string, input: object): Promise<Output> {
  const operation = (await loadOperations()).find((known) => known.name === name)
  if (!operation) throw new Error(`There is no operation "${name}" to ask.`)
  const context = { engine, caller: owner('bench'), progress: () => {}, signal: new AbortController().signal }
  return (await operation.run(operation.input.parse(input) as never, context)) as Output
}
