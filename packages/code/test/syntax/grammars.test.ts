import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { scriptGrammars } from '../../src/languages/ecma/components.ts'
import { languages } from '../../src/languages/index.ts'
import { grammarOf } from '../../src/languages/rules.ts'

const folder = 'packages/code/grammars'
const readme = readFileSync(`${folder}/README.md`, 'utf8')
const rows = [...readme.matchAll(/^\| ([a-z-]+) \| ([^\s,|]+)[^|]* \| [\d.]+ \| [^|]+ \| ([\da-f]{64}) \|$/gm)].map(
  ([, name = '', source = '', sum = '']) => ({ name, source, sum }),
)
const unpacked = (name: string): Buffer => brotliDecompressSync(readFileSync(`${folder}/${name}.wasm.br`))

describe('the grammars', () => {
  it('are the files that the page names', () =>
    expect(rows.map(({ name }) => `${name}.wasm.br`).toSorted()).toEqual(
      readdirSync(folder)
        .filter((file) => file.endsWith('.br'))
        .toSorted(),
    ))
  it.each(rows)('$name is what the page says', ({ name, sum }) =>
    expect(createHash('sha256').update(unpacked(name)).digest('hex')).toBe(sum),
  )
  it('come with their licences', () => {
    const licences = readFileSync(`${folder}/LICENSES`, 'utf8')
    expect(rows.filter(({ source }) => !licences.includes(`## ${source} `))).toEqual([])
  })
  it('run in the machine of the library that is installed', () =>
    expect(unpacked('runtime').equals(readFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm'))).toBe(true))
  it('are those that the languages ask for', () => {
    const asked = [...languages.flatMap((each) => grammarOf(each) ?? []), ...scriptGrammars, 'runtime']
    expect([...new Set(asked)].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })
})
