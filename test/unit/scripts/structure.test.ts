import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { figuresOfSources, withFigures } from '../../../scripts/structure.ts'

const page = readFileSync('docs/ARCHITECTURE.md', 'utf8')
const figure = { title: 'packages', before: '1', now: '28' }

describe('the figures of the architecture', () => {
  it('replace what stands between the two marks of the page, and nothing else', () => {
    const written = withFigures(page, [figure])
    const [before, after] = [page.split('[//]: # (figures')[0], page.split('(end of figures)')[1]]
    expect(written.startsWith(before ?? '?') && written.endsWith(after ?? '?')).toBe(true)
    expect(written).toContain('| packages | 1 | 28 |')
    expect(withFigures(written, [figure])).toBe(written)
  })
  it('are refused by a page without the marks', () =>
    expect(() => withFigures('# A page\n', [figure])).toThrow('no marks for figures'))
  it('show that no import points up, and that file names carry their topic', () => {
    const now = new Map(figuresOfSources().map((each) => [each.title, each.now]))
    expect([now.get('imports that point up'), now.get('base names that more than three files have')]).toEqual([
      '0',
      '0',
    ])
  })
})
