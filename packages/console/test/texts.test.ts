import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', 'src')
const folders = globSync('**/en.json', { cwd: root }).map((path) => path.slice(0, -'en.json'.length))

/** Keys with the names of their parameters: `people.gone {name}`. */
function keysOf(texts: unknown, path = ''): readonly string[] {
  if (typeof texts === 'string') return [`${path} ${[...new Set(texts.match(/\{\w+\}/g) ?? [])].toSorted().join(' ')}`]
  return Object.entries(texts as object).flatMap(([key, value]) => keysOf(value, path ? `${path}.${key}` : key))
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

describe('texts of the console', () => {
  it.each(folders)('%s says the same in both languages', (folder) => {
    expect(keysOf(read(`${folder}zh.json`)).toSorted()).toEqual(keysOf(read(`${folder}en.json`)).toSorted())
  })

  it.each(globSync('**/*.vue', { cwd: root }))('%s holds no word that is not in the texts', (path) => {
    const source = readFileSync(join(root, path), 'utf8')
    const template = /<template>([\s\S]*)<\/template>/.exec(source)?.[1] ?? ''
    const shown = template
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/\{\{[\s\S]*?\}\}/g, '')
      .replaceAll(/<(?:code|kbd|b)>[^<]*<\/(?:code|kbd|b)>/g, '')
      .replaceAll(/<(?:"[^"]*"|'[^']*'|[^'">])*>/g, '')
    expect((shown.match(/\p{L}{3,}/gu) ?? []).filter((word) => word !== 'wuku')).toEqual([])
  })
})
