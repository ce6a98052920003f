/** A place in a file that a stack trace, a compiler message or a diff names. */
export interface Frame {
  /** As written; of another machine, perhaps. */
  readonly path: string
  readonly line: number
  readonly name?: string
}

export type FrameFormat = (typeof framePatterns)[number]['format']

/** A path ends at white space, unless a drive or a quote says more. */
const PATH = String.raw`(?<path>(?:[A-Za-z]:[\\/])?[^\s:"'()<>|,@]+\.[A-Za-z][A-Za-z0-9_]{0,9})`
const FILE_IN_QUOTES = String.raw`"(?<path>[^"<>]{1,400})"`
const LINE = String.raw`(?<line>\d{1,7})`
/** The called function, followed by its place in brackets; or the place alone. */
const CALLED = String.raw`(?:async )?(?:new )?(?:(?<name>[^\s(]+) (?:\[as [^\]]+\] )?\()?`
const BUNDLED = String.raw`(?:file:\/\/|webpack-internal:\/\/\/|webpack:\/\/[\w@/-]*?\/)?`
const HOST = String.raw`https?:\/\/[^\s/]+\/`
const SERVED = String.raw`(?<path>[^\s:?()]+)(?:\?[^\s:)]*)?`

/** Groups: `path`, `line`, and perhaps `name`. `isReversed`: the innermost call stands last. */
const framePattern = <Format extends string>(format: Format, source: string, isReversed = false) => ({
  format,
  pattern: new RegExp(source),
  isReversed,
})

/** The first that matches a line reads it: the narrow ones come first. */
const framePatterns = [
  framePattern('python', String.raw`^\s*File ${FILE_IN_QUOTES}, line ${LINE}(?:, in (?<name>\S+))?`, true),
  framePattern('ipython', String.raw`^\s*File ${PATH}:${LINE}, in (?<name>[\w.<>]+)`, true),
  framePattern('jvm', String.raw`\bat (?:[\w.@-]*\/{1,2})*(?<name>[\w$.<>-]+)\((?<path>[\w$-]+\.\w{1,8}):${LINE}\)`),
  framePattern(
    'csharp',
    String.raw`^\s*(?:at|在) (?<name>[^\s(]+)\(.*\) (?:in|位置) (?<path>.+):(?:line|行号|行) ?${LINE}`,
  ),
  framePattern('php', String.raw`^\s*#\d+ (?<path>[^\s()]+)\(${LINE}\): (?<name>[\w\\>:-]+)?`),
  framePattern('php', String.raw`\bin (?<path>\S+\.php)(?::| on line )${LINE}`),
  framePattern(
    'native',
    String.raw`^\s*(?:frame )?#\d+:?\s.*?(?:\bin )?(?<name>[\w:~$]+)\s?(?:\([^)]*\))? at ${PATH}:${LINE}`,
  ),
  framePattern('native', String.raw`^\s*#\d+ 0x[0-9a-f]+ in (?<name>[^\s(]+).*? ${PATH}:${LINE}`),
  framePattern('rust', String.raw`^\s+(?:at|-->) (?<path>\S+\.rs):${LINE}:\d+$`),
  framePattern('node', String.raw`^\s*at ${CALLED}${BUNDLED}${PATH}(?:\?[^:)]*)?:${LINE}(?::\d+)?\)?$`),
  framePattern('browser', String.raw`^\s*(?:at ${CALLED}|[\w$.<>/*]*@)${HOST}${SERVED}:${LINE}:\d+\)?$`),
  framePattern('browser', String.raw`^(?<name>[\w$.<>/*]*)@${BUNDLED}${PATH}:${LINE}:\d+$`),
  framePattern('go', String.raw`^\s+(?<path>\/?\S+\.go):${LINE} \+0x[0-9a-f]+`),
  framePattern(
    'elixir',
    String.raw`^\s*(?:\([\w.]+ [\w.+-]+\) )?(?<path>[\w./-]+\.exs?):${LINE}: (?<name>[A-Za-z(][\w.!?&/()-]*)`,
  ),
  framePattern('ruby', `${PATH}:${LINE}:in [\`'"](?<name>[^'"]+)['"]`),
  framePattern('rust', String.raw`panicked at (?:'.*', )?${PATH}:${LINE}:\d+`),
  framePattern('swift', String.raw`\bfile (?<path>[\w./+ -]+\.swift), line ${LINE}`),
  framePattern('swift', String.raw`(?<name>[\w.]+)\([^)]*\) \+ \d+ \((?<path>[\w+-]+\.swift):${LINE}\)`),
  framePattern('pytest', String.raw`^(?<path>[\w./\\-]+\.py):${LINE}: (?:in )?(?<name>[\w.<>]+)`, true),
  framePattern('diff', String.raw`^@@ -\d+(?:,\d+)? \+${LINE}(?:,\d+)? @@ ?(?<name>.*)`),
  framePattern('path', String.raw`${PATH}(?::| line |#L|\(|, line | 第 ?)${LINE}`),
]

/** More are those of a recursion without an end. */
const MAX_FRAMES = 2_000
/** A longer line is a minified file or data. */
const MAX_LINE = 2_000
/** A cause of an exception: what follows happened before what stands above. */
const CAUSE = /^\s*(?:Caused by: |--- End of inner exception|\[CIRCULAR REFERENCE)/

/** Go and Rust name what was called in a line of its own, above its place. */
const CALLED_BELOW =
  /^(?:\s*\d+:\s+(?:0x[0-9a-f]+ - )?(?<rust>[\w:<>]+::[\w:<>{}]+)|(?<go>[\w./-]+\.(?:\(\*?\w+\)\.)?\w+)\(.*\))\s*$/

/** Whether a line is one of a stack trace: a place, or what was called there. */
export const isFrame = (line: string): boolean =>
  line.length <= MAX_LINE && (CALLED_BELOW.test(line) || (frameIn(line, '')?.format ?? 'path') !== 'path')

/**
 * The call that failed first, of a chain of exceptions the cause, and the format of most frames. Reads line by line, so that
 * the time is linear in the length.
 */
export function readFrames(text: string) {
  if (!/\d/.test(text)) return { frames: [] }
  const sections: Frame[][] = [[]]
  const counts = new Map<FrameFormat, number>()
  let [read, changed, called, isReversed] = [0, '', '', false]
  for (const line of text.split(/\r?\n/)) {
    if (read === MAX_FRAMES) break
    if (line.length > MAX_LINE) continue
    if (CAUSE.test(line)) sections.unshift([])
    changed = changedFile(line) ?? changed
    const found = frameIn(line, changed)
    const { rust, go } = CALLED_BELOW.exec(line)?.groups ?? {}
    const name = found?.frame.name ?? called
    called = rust ?? go ?? ''
    if (!found) continue
    read++
    counts.set(found.format, (counts.get(found.format) ?? 0) + 1)
    isReversed = found.isReversed
    sections[0]?.push({ ...found.frame, ...(name !== '' && { name }) })
  }
  const [format] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const frames = isReversed ? sections.flat().toReversed() : sections.flat()
  return { frames, ...(format !== undefined && { format }) }
}

const changedFile = (line: string): string | undefined => /^\+\+\+ (?:b\/)?(?<path>[^\t]+)/.exec(line)?.groups?.['path']

function frameIn(line: string, changed: string) {
  if (!/\d/.test(line)) return undefined
  for (const { format, pattern, isReversed } of framePatterns) {
    const { path = changed, line: first, name } = pattern.exec(line)?.groups ?? {}
    if (first === undefined || path === '') continue
    const frame = {
      path: plainPath(path, format, name),
      line: Number(first),
      ...(name && !name.endsWith('<anonymous>') && { name }),
    }
    return { format, isReversed, frame }
  }
  return undefined
}

/** The JVM names a file without its folders, which are the package of the class. */
function plainPath(path: string, format: FrameFormat, name: string | undefined): string {
  const slashed = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  if (format !== 'jvm' || name === undefined) return slashed
  const packages = name.split('.').slice(0, -2)
  return [...packages, slashed].join('/')
}
