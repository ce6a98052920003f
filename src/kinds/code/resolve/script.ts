import type { Asked, Land, LanguageResolver } from './land.ts'
import { createPackages } from './packages.ts'
import { folderOf, joinPath, nameOf, stripExtension } from './paths.ts'
import { scriptFileAt } from './script-files.ts'
import { createProjects } from './tsconfig.ts'
import { plainSpecifier } from './wanted.ts'

/** JavaScript, TypeScript and what is bundled with them. */
export function createScriptResolver(land: Land): LanguageResolver {
  const packages = createPackages(land)
  const projects = createProjects(land, packages.foldersOf)
  const basesOf = ({ from, specifier }: Asked): Iterable<string> => {
    const plain = plainSpecifier(specifier)
    const relative = /^\.\.?(?:\/|$)/.test(plain) ? joinPath(folderOf(from.path), plain) : undefined
    if (relative !== undefined) return [relative, ...packages.entriesOf(relative)]
    if (/^[@~#]?\/*$/.test(plain) || plain.startsWith('.') || /^[a-z]+:/i.test(plain)) return []
    if (plain.startsWith('/')) return [plain.slice(1)]
    return [...projects.basesFor(from.path, plain), ...packages.basesFor(from.path, plain)]
  }
  return {
    resolve: (asked) => {
      for (const base of basesOf(asked)) {
        const found = scriptFileAt(land.paths, base, asked.from.language)
        if (found !== undefined) return [found]
      }
      return []
    },
    aliasesOf: (path) => {
      const stems = stemsOf(path)
      return [...projects.aliasesOf(stems), ...packages.aliasesOf(path, stems)]
    },
  }
}

function stemsOf(path: string): readonly string[] {
  const stem = stripExtension(path)
  return nameOf(stem) === 'index' ? [path, stem, folderOf(path)] : [path, stem]
}
