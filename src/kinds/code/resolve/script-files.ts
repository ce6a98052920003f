import { within } from './paths.ts'
import type { PathIndex } from './path-index.ts'

/** The file that is meant by a path that may lack its extension, have another one, or name a folder. */
export function scriptFileAt(paths: PathIndex, base: string, language: string | null): string | undefined {
  const extensions = language === 'javascript' ? javascriptFirst : typescriptFirst
  return (
    [base, ...written(base), ...extensions.map((extension) => base + extension)].find((path) => paths.has(path)) ??
    extensions.map((extension) => within(base, `index${extension}`)).find((path) => paths.has(path))
  )
}

const typescript = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.d.mts', '.d.cts']
const javascript = ['.js', '.jsx', '.mjs', '.cjs']
const others = ['.vue', '.svelte', '.astro', '.json']
const typescriptFirst = [...typescript, ...javascript, ...others]
const javascriptFirst = [...javascript, ...typescript, ...others]

/** TypeScript imports the file that will be there once it is compiled. */
function written(base: string): readonly string[] {
  const [, stem = '', kind = '', isJsx = ''] = /^(.*)\.([cm]?)js(x?)$/s.exec(base) ?? []
  if (stem === '') return []
  return isJsx ? [`${stem}.tsx`] : [`${stem}.${kind}ts`, `${stem}.tsx`, `${stem}.d.${kind}ts`]
}
