/** A file name for each id, unique also where case does not count: `https://x.org/a#b` becomes `https-x.org-a-b.md`. */
export function namePaths(documents: readonly { readonly id: string; readonly scope: string }[]): readonly string[] {
  const taken = new Set<string>()
  return documents.map(({ id, scope }) => {
    const folder = scope ? `${fileName(scope)}/` : ''
    const path = firstFree(`${folder}${fileName(id)}`, taken)
    taken.add(path.toLowerCase())
    return `${path}.md`
  })
}

/** Also the name of a scope's folder. Leading dots would hide the file. */
export const fileName = (id: string): string =>
  id
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80) || 'unnamed'

function firstFree(path: string, taken: ReadonlySet<string>): string {
  let free = path
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${path}-${n}`
  return free
}
