import { everything } from '@wuku/core/ports/access'
import { readableFor } from '@wuku/core/ports/store'
import { expect, it } from 'vitest'
import { rememberReading, type SearchPorts } from '../../../kernel/src/search/search-context.ts'
import { rankStore } from '../../../kernel/src/search/search-store.ts'
import { createCode } from '../../src/index.ts'
import { indexed, type Files, type Indexed } from '../graph/indexed.ts'

const tide = (name: string): string => `export function tideOf${name}() {\n  return 'tide of the harbour'\n}\n`
const importing = (path: string): string => `import { x } from '${path}'\n\nexport const y = x\n`

/** The same paths in the same order, and others that are imported. */
const filesOf = (imported: string): Files => ({
  'tsconfig.json': `{ "compilerOptions": { "paths": { "@x": ["./src/${imported}.ts"] } } }`,
  'src/one.ts': tide(imported === 'one' ? 'Ebb' : 'Flood'),
  'src/two.ts': tide(imported === 'one' ? 'Ebb' : 'Flood'),
  ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/${name}.ts`, importing(`./${imported}`)])),
})

const nobodyAsks = (): never => {
  throw new Error('An order by words asks for nothing else.')
}

/** By the storehouse that both engines of a process share. */
const rankedBy =
  (code = createCode(nobodyAsks)) =>
  async ({ store }: Indexed) => {
    const ports = {
      store: readableFor(store, everything),
      kinds: [code],
      reading: rememberReading(),
      meaning: { of: nobodyAsks },
      clock: { now: () => 0 },
    }
    const request = { query: 'tide of the harbour', limit: 5, of: 'documents', meaning: { mode: 'lexical' } } as const
    const { ranked } = await rankStore(request, ports as unknown as SearchPorts)
    const documents = await store.read(everything, (view) =>
      view.documents.byId(ranked.map(({ document }) => document)),
    )
    return ranked.map(({ score }, at) => `${documents[at]?.path} ${score}`)
  }

it('two engines of one process rank as each of them alone', async () => {
  const [one, two] = [await indexed(filesOf('one')), await indexed(filesOf('two'))]
  const alone = [await rankedBy()(one), await rankedBy()(two)]
  expect(alone.map(([first]) => first?.split(' ')[0])).toEqual(['src/one.ts', 'src/two.ts'])
  const ranked = rankedBy()
  expect([await ranked(one), await ranked(two), await ranked(one)]).toEqual([...alone, alone[0]])
})
