import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import type { IndexReport } from '../engine.ts'
import { defineOperation } from '../operation.ts'
import { indexWithVectors } from './index-sources.ts'
import { renderReport } from './render-report.ts'
import { emptyReport, reportKeys } from './report.ts'
import { kindName, sourceName } from './shapes.ts'

const input = z.strictObject({
  source: z.string().min(1).max(200).describe('Name of the source, or kind/name.'),
  folder: z.string().min(1).max(limits.pathChars).describe('Where it lies now.'),
  noIndex: z.boolean().default(false).describe('Notes the place only; "index" reads what differs there later.'),
})

interface MovedSource extends IndexReport {
  readonly kind: z.output<typeof kindName>
  readonly name: string
  readonly from: string
  readonly root: string
  readonly members: readonly string[]
}

const output: z.ZodType<MovedSource> = z.strictObject({
  kind: kindName,
  name: sourceName,
  from: z.string().describe('Where it lay.'),
  root: z.string().describe('Where it lies now.'),
  members: z.array(z.string()).describe('Folders of named projects that were written anew, as "project: path".'),
  ...reportKeys,
})

export const move = defineOperation<z.output<typeof input>, MovedSource>({
  name: 'move',
  group: 'admin',
  title: 'Say where a source lies now',
  description:
    'Says where a folder that was moved lies now: its index, what was forgotten, its folder descriptions, projects and ' +
    'options stay, and files that are the same are not read into the index again.',
  effect: 'write',
  idempotent: true,
  input,
  output,
  aliases: { name: 'source', root: 'folder', path: 'folder', to: 'folder' },
  searchHint: 'move source folder relocate rename path root 移动 搬家 路径',
  command: { name: 'move', positional: ['source', 'folder'] },
  route: { method: 'POST', path: '/sources/{source}/move' },
  examples: [
    {
      says: 'A folder of notes that lies elsewhere now',
      input: { source: 'notes/handbook', folder: '~/work/handbook' },
    },
  ],
  async run({ source: named, folder, noIndex }, context) {
    const { source, from, members } = await context.engine.moveSource({ source: named, folder, signal: context.signal })
    const { kind, name, root } = source
    const report = noIndex ? emptyReport : await indexWithVectors({ sources: [`${kind}/${name}`] }, context)
    return { kind, name, from, root, members, ...report }
  },
  render: (moved, { noIndex }) => [{ type: 'text', text: renderMoved(moved, noIndex) }],
})

const renderMoved = ({ kind, name, from, root, members, ...report }: MovedSource, noIndex: boolean): string =>
  [
    [
      `${kind}/${name} lies in ${root} now (before: ${from}).`,
      ...members.map((member) => `In the project ${member}`),
      ...(noIndex ? ['Not compared yet: run "wuku index".'] : []),
    ].join('\n'),
    ...(noIndex ? [] : [renderReport(report)]),
  ].join('\n\n')
