import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * The licences of all packages that these modules are of: whatever is bundled is passed on, so its licence is too. Packages
 * whose licences are the same to the letter stand above one text.
 */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap(packageFolderOf))
  const byText = Map.groupBy([...folders].toSorted().map(licenceOf), ({ text }) => text)
  return [...byText].map(([text, own]) => `${own.map(({ heading }) => heading).join('\n')}\n\n${text}`).join('\n\n')
}

function packageFolderOf(module: string): readonly string[] {
  const at = module.lastIndexOf(`${sep}node_modules${sep}`)
  if (at < 0) return []
  const [first = '', second = ''] = module.slice(at + 14).split(sep)
  // Bundlers mark modules that they made of others with a NUL.
  const above = module.slice(0, at).replace(/^\0+/, '')
  return [join(above, 'node_modules', first.startsWith('@') ? join(first, second) : first)]
}

function licenceOf(folder: string): { readonly heading: string; readonly text: string } {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : ''
  return { heading: `## ${name} ${version} (${license})`, text }
}
