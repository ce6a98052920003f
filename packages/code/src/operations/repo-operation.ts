import type { z } from 'zod'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { defineOperation, type Declaration, type Effect, type Operation } from '@wuku/kernel/base/operation'
import { projectAliases, responseStats, withStats } from '../repo-shapes.ts'

type RepoDeclaration<Input, Output> = Omit<
  Declaration<Input, Output>,
  'group' | 'effect' | 'input' | 'output' | 'run'
> & {
  /** Absent: `read`. */
  readonly effect?: Effect
  readonly input: z.ZodType<Input>
  readonly output: z.ZodObject & z.ZodType<Output>
  run(input: NoInfer<Input>, context: OperationContext): Promise<NoInfer<Output>>
}

/** An operation on repositories: it takes all names that callers use for `project_path`, and says the size of its answer. */
export const defineRepoOperation = <Input, Output extends object>({
  output,
  aliases,
  run,
  ...declaration
}: RepoDeclaration<Input, Output>): Operation =>
  defineOperation<Input, Output>({
    group: 'code',
    effect: 'read',
    ...declaration,
    output: output.extend({ responseStats }) as unknown as z.ZodType<Output>,
    aliases: { ...projectAliases, ...aliases },
    run: async (input, context) => withStats(await run(input, context)),
  })
