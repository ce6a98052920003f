import { describe, expect, it } from 'vitest'
import { relatedFiles, type RelatedLimits } from '../../src/graph/related.ts'
import { indexed, type Files } from './indexed.ts'

const imports = (...paths: readonly string[]): string => paths.map((path) => `import '${path}'\n`).join('')

const tree: Files = {
  'src/app.ts': imports('./cart', './log'),
  'src/cart.ts': imports('./price'),
  'src/price.ts': imports('./money'),
  'src/money.ts': '',
  'src/log.ts': '',
  'src/__mocks__/log.ts': imports('../log'),
  'test/cart.test.ts': imports('../src/cart'),
  'docs/cart.md': '# Cart\n',
  'src/circle/a.ts': imports('./b'),
  'src/circle/b.ts': imports('./a'),
}

async function check(seeds: readonly string[], limits: Partial<RelatedLimits>, expected: readonly string[]) {
  const { ask } = await indexed(tree)
  const found = await ask((place) =>
    relatedFiles(place, { seeds, limits: { files: 10, depth: 1, items: 10, ...limits } }),
  )
  expect(found.map(({ file, depth, via }) => `${depth} ${file.path}${via === 'seed' ? '' : ` ${via}`}`)).toEqual(
    expected,
  )
}

describe('related files', () => {
  it('are the seeds alone at depth 0', () => check(['src/cart.ts'], { depth: 0 }, ['0 src/cart.ts']))

  it('go both ways, sources before tests', () =>
    check(['src/cart.ts'], {}, [
      '0 src/cart.ts',
      '1 src/price.ts imported by src/cart.ts',
      '1 src/app.ts imports src/cart.ts',
      '1 test/cart.test.ts imports src/cart.ts',
    ]))

  it('go further with the depth, nearer ones first whatever they are', () =>
    check(['src/cart.ts'], { depth: 2 }, [
      '0 src/cart.ts',
      '1 src/price.ts imported by src/cart.ts',
      '1 src/app.ts imports src/cart.ts',
      '1 test/cart.test.ts imports src/cart.ts',
      '2 src/money.ts imported by src/price.ts',
      '2 src/log.ts imported by src/app.ts',
    ]))

  it('stop at the limit, the seeds counted', () =>
    check(['src/cart.ts'], { files: 2 }, ['0 src/cart.ts', '1 src/price.ts imported by src/cart.ts']))

  it('follow as many of a file as they may', () =>
    check(['src/app.ts'], { items: 1 }, ['0 src/app.ts', '1 src/cart.ts imported by src/app.ts']))

  it('begin with what brings a name that matters', async () => {
    const { ask } = await indexed({
      'src/app.ts': "import { log } from './log'\nimport { Cart } from './cart'\nimport money from './money'\n",
      'src/log.ts': 'export const log = 1\n',
      'src/cart.ts': 'export class Cart {}\n',
      'src/money.ts': 'export default 1\n',
    })
    const around = (...used: readonly string[]) =>
      ask((place) =>
        relatedFiles(place, {
          seeds: ['src/app.ts'],
          limits: { files: 2, depth: 1, items: 3 },
          used: new Set(used),
        }),
      )
    const [none, named, whole] = [await around(), await around('Cart'), await around('money')]
    expect([none, named, whole].map((found) => found.at(-1)?.file.path)).toEqual([
      'src/log.ts',
      'src/cart.ts',
      'src/money.ts',
    ])
  })

  it('are users and used in turns', () =>
    check(['src/cart.ts'], { files: 3, items: 2 }, [
      '0 src/cart.ts',
      '1 src/price.ts imported by src/cart.ts',
      '1 src/app.ts imports src/cart.ts',
    ]))

  it('of several seeds are met once', () =>
    check(['src/cart.ts', 'src/price.ts'], { depth: 1, files: 4 }, [
      '0 src/cart.ts',
      '0 src/price.ts',
      '1 src/app.ts imports src/cart.ts',
      '1 src/money.ts imported by src/price.ts',
    ]))

  it('end in a circle', () =>
    check(['src/circle/a.ts'], { depth: 3 }, ['0 src/circle/a.ts', '1 src/circle/b.ts imported by src/circle/a.ts']))

  it('of a path that is not there are none', () => check(['src/gone.ts', '../etc/passwd'], {}, []))
})
