import { unpacked } from '@wuku/messages/message'
import { z } from 'zod'
import { count, kindName, problem, someText } from '../base/operation-shapes.ts'
import { defineOperation } from '../base/operation.ts'
import { input as addInput } from './add-shape.ts'
import { alreadyThere, nameOfSource, ofThisMachine } from './list-folders.ts'
import { rulesOf } from './render-report.ts'

const SHOWN = 200
const SHOWN_OF_RULE = 20

export const planSource = defineOperation({
  ...ofThisMachine,
  name: 'plan-source',
  title: 'What a source would read',
  description: 'Show what adding a folder or file would read and leave out. Opens no file and changes nothing.',
  places: ['root'],
  input: addInput
    .pick({ kind: true, pattern: true, exclude: true })
    .extend({ root: someText(4_096).describe('Folder or file.') }),
  output: z.strictObject({
    root: z.string().describe('Its absolute path.'),
    kind: kindName.describe('Storehouse that fits, or the one asked for.'),
    may_be: kindName.nullable().describe('Another one that fits as well.'),
    source: alreadyThere,
    total: count.describe('Number of files that would be read.'),
    bytes: count.describe('Their size.'),
    files: z.array(z.string()).describe('The first of them.'),
    left_out: z
      .array(
        z.strictObject({
          rule: z.string().describe('Why.'),
          total: count.describe('Number of files and folders.'),
          paths: z.array(z.string()).describe('Some of them.'),
        }),
      )
      .describe('Left out by a rule; the most frequent first.'),
    problems: z.array(problem).describe('Refused, or not readable.'),
    complete: z.boolean().describe('false: not everything could be listed.'),
  }),
  searchHint: 'preview dry run add what would be indexed left out 预览',
  route: { method: 'POST', path: '/sources/plan' },
  examples: [{ label: 'A folder of notes', input: { root: '~/notes' } }],
  async run({ root, kind, pattern, exclude }, { engine, signal }) {
    const options = { ...(pattern && { patterns: pattern }), ...(exclude && { exclude }) }
    const plan = await engine.sources.plan({ root, ...(kind && { kind }), options }, signal)
    return {
      root: plan.root,
      kind: plan.kind,
      may_be: plan.mayBe ?? null,
      source: nameOfSource(plan.source),
      total: plan.items.length,
      bytes: plan.items.reduce((sum, { bytes }) => sum + bytes, 0),
      files: plan.items.slice(0, SHOWN).map(({ path }) => path),
      left_out: rulesOf(plan.skipped).map(({ rule, paths }) => ({
        rule: String(unpacked(String(rule))),
        total: paths.length,
        paths: paths.slice(0, SHOWN_OF_RULE),
      })),
      problems: plan.problems.slice(0, SHOWN),
      complete: plan.complete,
    }
  },
})
