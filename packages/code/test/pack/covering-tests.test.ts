import { expect, it } from 'vitest'
import { fileAt } from '../../src/graph/import-links.ts'
import { relatedFiles } from '../../src/graph/related.ts'
import { coveringTests } from '../../src/pack/related-context.ts'
import { indexed, type Files } from '../graph/indexed.ts'

const tree: Files = {
  'lib/_client.py': 'def call(): pass\n',
  'lib/__init__.py': 'from ._client import call\n',
  'tests/test_client.py': 'import lib\n',
  'tests/test_init.py': 'import lib\n',
  'src/cart.ts': 'export const cart = 1\n',
  'src/index.ts': '',
  'test/cart.test.ts': "import { cart } from '../src/cart'\n",
  'test/other.test.ts': "import { cart } from '../src/cart'\n",
  'test/third.test.ts': "import { cart } from '../src/cart'\n",
  'test/fourth.test.ts': "import { cart } from '../src/cart'\n",
  'test/index.test.ts': '',
}

it.each([
  ['a private module, by its plain name', 'lib/_client.py', ['tests/test_client.py']],
  ['none by a name that every folder has', 'src/index.ts', []],
  [
    'no more than three, the namesake first',
    'src/cart.ts',
    ['test/cart.test.ts', expect.any(String), expect.any(String)],
  ],
])('tests of %s', async (_name, path, expected) => {
  const { ask } = await indexed(tree)
  const found = await ask(async (place) => {
    expect(await fileAt(place, path)).toBeDefined()
    const files = await relatedFiles(place, { seeds: [path], limits: { files: 1, depth: 0, items: 9 } })
    return coveringTests(place, { files, items: 9 })
  })
  expect(found.map((test) => test.path)).toEqual(expected)
  expect(new Set(found.map(({ covers }) => covers)).size).toBeLessThanOrEqual(1)
})
