/** Alternatives of one pattern may give their groups the same name. Node 22 refuses that, so each gets a name of its own. */
export interface NamedPattern {
  readonly expression: RegExp
  groupsOf(found: RegExpExecArray): Readonly<Record<string, string | undefined>>
  /** Start and end of the group of this name that took part; needs the flag `d`. */
  placeOf(found: RegExpExecArray, name: string): readonly [start: number, end: number] | undefined
}

export function compileNamed(pattern: string, flags: string): NamedPattern {
  const own = new Map<string, string[]>()
  // A reference means the latest group of that name: the one of its own alternative.
  const renamed = pattern.replaceAll(
    /\(\?<([A-Za-z]\w*)>|\\k<(\w+)>/g,
    (written, name?: string, referenceName?: string) => {
      if (name === undefined) return `\\k<${own.get(referenceName ?? '')?.at(-1) ?? referenceName}>`
      const names = own.get(name) ?? []
      own.set(name, names)
      names.push(names.length === 0 ? name : `${name}${names.length + 1}`)
      return written.replace(name, names.at(-1) ?? name)
    },
  )
  return {
    expression: new RegExp(renamed, flags),
    groupsOf: ({ groups = {} }) =>
      Object.fromEntries(
        [...own].map(([name, names]) => [name, groups[names.find((each) => groups[each] !== undefined) ?? name]]),
      ),
    placeOf: ({ indices }, name) =>
      own
        .get(name)
        ?.map((each) => indices?.groups?.[each])
        .find((place) => place !== undefined),
  }
}
