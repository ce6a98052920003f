import { z } from 'zod'
import type { Json } from '../../core/words.ts'
import { defineOperation } from '../operation.ts'
import { checkStatuses, type Check } from '../parts/installation.ts'

const input = z.strictObject({})

const mend = z.strictObject({
  label: z.string().describe('What to do, in words.'),
  command: z.string().optional().describe('What to type on the machine of the server.'),
  operation: z.string().optional().describe('Name of the operation that does the same.'),
  input: z
    .record(z.string(), z.json() as z.ZodType<Json>)
    .optional()
    .describe('Its input.'),
})

const output = z.strictObject({
  checks: z
    .array(
      z.strictObject({
        name: z.string().describe('What was looked at, such as "store" or "notes/handbook".'),
        status: z.enum(checkStatuses).describe('warning: it works, and may be better.'),
        message: z.string().describe('What was found.'),
        mends: mend.optional().describe('What mends it; absent when nothing is to be done.'),
      }),
    )
    .describe('In the order in which one rests on the other.'),
})

export const checkInstallation = defineOperation<z.output<typeof input>, z.output<typeof output>>({
  name: 'check-installation',
  group: 'admin',
  title: 'Check the installation',
  description:
    'Check the data folder, the store, the sources, the models and the connected agents, with what mends each problem.',
  effect: 'read',
  level: 'admin',
  input,
  output: output as unknown as z.ZodType<z.output<typeof output>>,
  searchHint: 'doctor check health problems repair installation 检查 诊断 修复',
  route: { method: 'GET', path: '/checks' },
  examples: [{ says: 'All checks', input: {} }],
  run: async (_, { engine }) => ({ checks: [...(await engine.workspace.installation.check())] }),
  render: ({ checks }) => [{ type: 'text', text: checks.map(lineOf).join('\n') }],
})

const lineOf = ({ name, status, message, mends }: Check): string =>
  `${status}: ${name}: ${message}${mends ? ` Remedy: ${mends.command ?? mends.label}` : ''}`
