import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CallersQuestion, JudgedTree } from './question.ts'

/**
 * Small programs whose uses were marked by hand, for languages without a language service in npm: `//= Tariff.suspend` defines a
 * name, and each `//@ Tariff.suspend` is a line that uses it. Marks are taken off before the files are written.
 */
const languages = [
  ['go', 'go'],
  ['java', 'java'],
  ['csharp', 'c#'],
] as const

const folder = import.meta.dirname

export function madeTrees(cache: string): readonly JudgedTree[] {
  return languages.map(([file, language]) => ({
    name: `made ${language}`,
    language,
    judge: 'by hand',
    tree: join(cache, file),
    async questions() {
      const lines = new Map<string, { path: string; line: number }[]>()
      const definitions: [name: string, path: string][] = []
      for (const { path, text } of write(file, join(cache, file)))
        for (const [at, written] of text.split('\n').entries())
          for (const [, sign = '', name = ''] of written.matchAll(MARK)) {
            if (sign === '=') definitions.push([name, path])
            else lines.set(name, [...(lines.get(name) ?? []), { path, line: at + 1 }])
          }
      return definitions.flatMap(([name, path]): readonly CallersQuestion[] => {
        const uses = lines.get(name)
        return uses ? [{ name, path, uses }] : []
      })
    },
  }))
}

const MARK = /\/\/([=@]) ([\w.]+)/g

function write(file: string, tree: string) {
  rmSync(tree, { recursive: true, force: true })
  const sections = readFileSync(join(folder, 'made', `${file}.txt`), 'utf8')
    .split(/^=== (.+)\n/m)
    .slice(1)
  const files = sections.flatMap((path, at) => (at % 2 === 0 ? [{ path, text: sections[at + 1] ?? '' }] : []))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text.replaceAll(/ *\/\/[=@] [\w.]+/g, ''))
  }
  return files
}
