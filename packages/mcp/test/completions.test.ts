import { describe, expect, it } from 'vitest'
import { completeTemplate } from '../src/document-resources.ts'
import { seaEngine } from '../../kernel/test/invoke/fixtures.ts'

const citation = 'wuku://{kind}/{source}/{+path}'

const check = async (
  request: readonly [template: string, variable: string, typed: string, known?: Record<string, string>],
  expected: readonly string[],
) => {
  const [template, variable, typed, known = {}] = request
  const { values, total, hasMore } = await completeTemplate({ template, variable, typed, known }, seaEngine)
  expect(values).toEqual(expected)
  expect([total, hasMore]).toEqual([expected.length, false])
}

describe('completions of templates', () => {
  it('collections are completed in templates', () => check(['qmd://{+path}', 'path', ''], ['sea/']))
  it('paths in a collection', () => check(['qmd://{+path}', 'path', 'sea/t'], ['sea/tides.md']))
  it('what begins so comes first, then what holds it', () =>
    check(
      [citation, 'path', 'm', { kind: 'notes', source: 'sea' }],
      ['moon.md', 'tides.md', 'plans/2026 harbour.md', '潮汐/月亮.md'],
    ))
  it('Chinese paths are completed in templates', () =>
    check([citation, 'path', '月', { kind: 'notes', source: 'sea' }], ['潮汐/月亮.md']))
  it('kinds are completed in templates', () => check([citation, 'kind', 'n'], ['notes']))
  it('sources of a kind', () => check([citation, 'source', 'SEA', { kind: 'code' }], ['seaweed']))
  it('sources of any kind', () => check([citation, 'source', 'sea'], ['sea', 'seaweed']))
  it('an unknown source has no paths', () => check([citation, 'path', '', { kind: 'notes', source: 'moon' }], []))
  it('an unknown variable has no values', () => check([citation, 'x', ''], []))
})
