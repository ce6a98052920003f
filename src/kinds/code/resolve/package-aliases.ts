import { BUILDS, entryBases, type Manifest, type Mapping } from './manifests.ts'
import { stripExtension, within } from './paths.ts'
import { starOf, withStar } from './patterns.ts'

/** From inside or outside of its package: `name/part`, `name` for its entry, and what `exports` and `imports` call it. */
export function packageAliases(manifest: Manifest | undefined, stems: readonly string[]): readonly string[] {
  if (!manifest) return []
  const { folder, name, exports, imports } = manifest
  const parts = stems.filter((stem) => stem.startsWith(start(folder))).map((stem) => stem.slice(start(folder).length))
  const inner = parts.map((part) => part.replace(INNER, ''))
  const built = parts.filter((part) => part.startsWith('src/')).flatMap(asBuilt)
  const isEntry = entryBases(manifest).some((base) => stems.includes(stripExtension(base)))
  const outside = [
    ...(isEntry ? [name] : []),
    ...[...parts, ...inner, ...built].map((part) => `${name}/${part}`),
    ...mapped(exports, [...parts, ...inner]).map((key) => name + key.slice(1)),
  ]
  return [
    ...(name === '' ? [] : outside),
    ...(isEntry ? [`./${folder}`] : []),
    ...built.map((part) => `./${within(folder, part)}`),
    ...mapped(imports, [...parts, ...inner]),
  ]
}

const start = (folder: string): string => (folder === '' ? '' : `${folder}/`)

/** `src/x` may be imported from where it will be built. */
const asBuilt = (part: string): readonly string[] => BUILDS.map((build) => build + part.slice('src'.length))

const INNER = /^(?:(?:src|dist|lib|build|out|esm?|cjs|types|umd)\/)+/

/** Keys of which some target, built or not, is one of the parts. */
const mapped = (mappings: readonly Mapping[], parts: readonly string[]): readonly string[] =>
  mappings.flatMap(([pattern, targets]) => {
    const plain = targets.map((target) => stripExtension(target.replace(/^\.\//, '')))
    const stars = [...plain, ...plain.map((target) => target.replace(INNER, ''))].flatMap((target) =>
      parts.flatMap((part) => starOf(target, part) ?? []),
    )
    return [...new Set(stars)].map((star) => withStar(pattern, star))
  })
