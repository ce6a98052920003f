import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { counted } from './counted.ts'
import { count, kindName, sourceName } from './shapes.ts'

const input = z.strictObject({
  source: z.string().min(1).max(200).describe('Name of the source, or kind/name.'),
})

const output = z.strictObject({
  kind: kindName,
  name: sourceName,
  root: z.string().describe('Where it lies; nothing there was touched.'),
  documents: count.describe('Documents that were taken out.'),
  chunks: count.describe('Chunks that were taken out.'),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const remove = defineOperation<Input, Output>({
  name: 'remove',
  group: 'admin',
  title: 'Remove a source',
  description:
    'Takes a source out of the index, with its documents and folder descriptions. Its files stay as they are.',
  effect: 'delete',
  input,
  output,
  aliases: { name: 'source' },
  searchHint: 'remove delete source collection forget 移除 删除',
  command: { name: 'remove', positional: ['source'] },
  route: { method: 'DELETE', path: '/sources/{source}' },
  examples: [{ says: 'By name', input: { source: 'handbook' } }],
  async run({ source: named }, { engine }) {
    const { source, documents, chunks } = await engine.removeSource(named)
    const left = await engine.read((view) => view.sources())
    if (!left.some(({ name }) => name === source.name))
      for (const { collection, prefix } of await engine.contexts.list())
        if (collection === source.name) await engine.contexts.remove(collection, prefix)
    return { kind: source.kind, name: source.name, root: source.root, documents, chunks }
  },
  render: ({ kind, name, root, documents }) => [
    {
      type: 'text',
      text: `Removed ${kind}/${name} with ${counted(documents, 'document')}. Nothing in ${root} was touched.`,
    },
  ],
})
