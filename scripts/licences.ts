import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The licences of all packages that these modules are of: whatever is bundled is passed on, so its licence is too. */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap(packageFolderOf))
  return [...folders].toSorted().map(licenceOf).join('\n\n')
}

function packageFolderOf(module: string): readonly string[] {
  const at = module.lastIndexOf(`${sep}node_modules${sep}`)
  if (at < 0) return []
  const [first = '', second = ''] = module.slice(at + 14).split(sep)
  // Bundlers mark modules that they made of others with a NUL.
  const above = module.slice(0, at).replace(/^\0+/, '')
  return [join(above, 'node_modules', first.startsWith('@') ? join(first, second) : first)]
}

function licenceOf(folder: string): string {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `## ${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}`
}
