import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import type { IndexReport } from '../base/parts/index-runs.ts'
import { defineOperation } from '../base/operation.ts'
import { indexWithVectors } from './index-sources.ts'
import { renderReport } from './render-report.ts'
import { emptyReport, reportKeys } from './report.ts'
import { kindName, sourceName } from '../base/operation-shapes.ts'

const input = z.strictObject({
  source: z.string().min(1).max(200).describe('Name of the source, or kind/name.'),
  folder: z.string().min(1).max(limits.pathChars).describe('The new folder.'),
  noIndex: z.boolean().default(false).describe('Record the new place only; "index" reads the differences later.'),
})

interface MovedSource extends IndexReport {
  readonly kind: z.output<typeof kindName>
  readonly name: string
  readonly from: string
  readonly root: string
  readonly members: readonly string[]
  readonly declared: readonly string[]
}

const output: z.ZodType<MovedSource> = z.strictObject({
  kind: kindName,
  name: sourceName,
  from: z.string().describe('The former folder.'),
  root: z.string().describe('The new folder.'),
  members: z.array(z.string()).describe('Folders of named projects that were updated, as "project: path".'),
  declared: z.array(z.string()).describe('Folders of projects in the settings file that still name the former place.'),
  ...reportKeys,
})

export const move = defineOperation({
  name: 'move',
  title: 'Move a source',
  description:
    'Records the new place of a folder that was moved. Its index, forgotten documents, folder descriptions, projects and ' +
    'options stay, and unchanged files are not read again.',
  effect: 'write',
  level: 'admin',
  places: ['folder'],
  idempotent: true,
  input,
  output,
  aliases: { name: 'source', root: 'folder', path: 'folder', to: 'folder' },
  searchHint: 'move source folder relocate rename path root 移动 搬家 路径',
  command: { name: 'move', positional: ['source', 'folder'] },
  route: { method: 'POST', path: '/sources/{source}/move' },
  examples: [
    {
      label: 'A folder of notes that was moved',
      input: { source: 'notes/handbook', folder: '~/work/handbook' },
    },
  ],
  async run({ source: named, folder, noIndex }, context) {
    const { source, from, members, declared } = await context.engine.sources.move({
      source: named,
      folder,
      signal: context.signal,
    })
    const { kind, name, root } = source
    const report = noIndex ? emptyReport : await indexWithVectors({ sources: [`${kind}/${name}`] }, context)
    return { kind, name, from, root, members, declared, ...report }
  },
  render: (moved, { noIndex }) => renderMoved(moved, noIndex),
})

const renderMoved = ({ kind, name, from, root, members, declared, ...report }: MovedSource, noIndex: boolean): string =>
  [
    [
      tr(msg('nowBefore', { kind, name, root, from })),
      ...members.map((member) => tr(msg('project', { member }))),
      ...declared.map((member) => tr(msg('changeSettingsYamlProject', { member }))),
      ...(noIndex ? [tr('Not compared yet: run "wuku index".')] : []),
    ].join('\n'),
    ...(noIndex ? [] : [renderReport(report)]),
  ].join('\n\n')
