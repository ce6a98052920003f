import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gitIn, isNews, verify, type JudgedLine, type Workshop } from './workshop.ts'

/** A verdict by git alone on something that an old document names. */
type Label = 'drifted' | 'there' | 'never'

export interface DriftFigures {
  readonly sentences: number
  readonly chinese: number
  readonly drifted: number
  readonly said: number
  readonly right: number
  readonly rightChinese: number
  readonly saidChinese: number
  /** Sentences that drifted and of which it was said. */
  readonly found: number
  readonly wrong: readonly string[]
}

const DOCUMENT = /\.(?:md|mdx|rst|markdown)$/i
/** These are about the past, and stay right. */
const PAST = /(?:change|history|news|release|migrat|upgrad|blog)/i
const CHINESE = /\p{Script=Han}/u
const OLD_COMMITS = 5
const [MOST_FOLDERS, MOST_SENTENCES] = [20, 150]

/** Sentences of documents at old commits, as they stand in a folder each. */
function oldSentences(shop: Workshop, commits: readonly string[], isNamed: (word: string) => boolean) {
  const folders = new Map<string, Set<string>>()
  for (const commit of commits) {
    const listed = gitIn(shop, 'ls-tree', '-r', '--name-only', '-z', commit).split('\0')
    for (const path of listed.filter((each) => DOCUMENT.test(each) && !PAST.test(each))) {
      const folder = path.includes('/') ? dirname(path) : ''
      const own = folders.get(folder) ?? new Set()
      folders.set(folder, own)
      for (const line of gitIn(shop, 'show', `${commit}:${path}`).split('\n'))
        if (line.length < 1_000 && !/^\s*(?:```|~~~)/.test(line) && wordsIn(line).some(isNamed)) own.add(line.trim())
    }
  }
  return [...folders]
    .map(([folder, lines]) => ({ folder, lines: [...lines].slice(0, MOST_SENTENCES) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => b.lines.length - a.lines.length)
    .slice(0, MOST_FOLDERS)
}

const wordsIn = (line: string): readonly string[] =>
  line.match(/[\w.@+-]+(?:\/[\w.@+-]+)+|[A-Za-z_]\w{3,}(?=\(\))/g) ?? []

/** All words of the code at a commit. */
const codeWords = (shop: Workshop, commit: string): ReadonlySet<string> =>
  new Set(
    gitIn(
      shop,
      'grep',
      '-I',
      '-ohE',
      '[A-Za-z_][A-Za-z0-9_]{3,}',
      commit,
      '--',
      '.',
      ...NOT_CODE.map((each) => `:!${each}`),
    ).split('\n'),
  )

const NOT_CODE = ['*.md', '*.mdx', '*.rst', '*.txt', '*.html', 'docs', 'doc', 'website', 'CHANGE*']

interface Past {
  /** Paths that some commit had, and their folders. */
  readonly ever: ReadonlySet<string>
  readonly wordsNow: ReadonlySet<string>
  readonly wordsThen: readonly ReadonlySet<string>[]
  labelOf(word: string, folder: string): Label
}

function readPast(shop: Workshop, commits: readonly string[]): Past {
  const now = new Set(gitIn(shop, 'ls-tree', '-r', '-t', '--name-only', '-z', 'HEAD').split('\0'))
  const ever = new Set<string>()
  for (const path of gitIn(shop, 'log', '--format=', '--name-only', '--no-renames', '-m', '-z', 'HEAD').split('\0'))
    for (let part = path.trim(); part !== '' && !ever.has(part); part = part.includes('/') ? dirname(part) : '')
      ever.add(part)
  const wordsNow = codeWords(shop, 'HEAD')
  const wordsThen = commits.map((commit) => codeWords(shop, commit))
  const labelOf = (word: string, folder: string): Label => {
    if (!word.includes('/') && !now.has(word) && !ever.has(word)) {
      if (wordsNow.has(word)) return 'there'
      return wordsThen.some((words) => words.has(word)) ? 'drifted' : 'never'
    }
    const places = [word, ...(folder === '' ? [] : [`${folder}/${word}`])].map((each) => each.replace(/\/$/, ''))
    if (places.some((each) => now.has(each))) return 'there'
    return places.some((each) => ever.has(each)) ? 'drifted' : 'never'
  }
  return { ever, wordsNow, wordsThen, labelOf }
}

/** Checks with the command what old documents say, each placed where it stood in the checkout of today. */
export function measureDrift(shop: Workshop): DriftFigures {
  const all = gitIn(shop, 'rev-list', '--first-parent', 'HEAD').trim().split('\n')
  const commits = Array.from(
    { length: OLD_COMMITS },
    (_, at) => all[Math.floor((all.length * (at + 1)) / (OLD_COMMITS + 1))] ?? '',
  )
  const { ever, wordsNow, wordsThen, labelOf } = readPast(shop, commits)
  const figures = { sentences: 0, chinese: 0, drifted: 0, said: 0, right: 0, rightChinese: 0, saidChinese: 0, found: 0 }
  const wrong: string[] = []
  for (const { folder, lines } of oldSentences(
    shop,
    commits,
    (word) => ever.has(word) || wordsThen.some((words) => words.has(word)),
  )) {
    const place = join(shop.root, folder, 'wuku-old-document.md')
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, lines.join('\n\n'))
    const judged = verify(shop, place)
    rmSync(place)
    const byLine = Map.groupBy(judged, ({ line }) => lines[(line - 1) / 2] ?? '')
    for (const line of lines) count(line, byLine.get(line) ?? [], folder)
  }
  return { ...figures, wrong }

  function count(line: string, judged: readonly JudgedLine[], folder: string): void {
    const labels = wordsIn(line).map((word) => labelOf(word.replace(/^\.\//, '').replace(/[.,:]+$/, ''), folder))
    if (labels.every((label) => label === 'never')) return
    const isChinese = CHINESE.test(line)
    figures.sentences++
    if (isChinese) figures.chinese++
    const isDrifted = labels.includes('drifted')
    if (isDrifted) figures.drifted++
    const said = judged.filter((each) => isNews(each) && (each.kind === 'path' || each.kind === 'symbol'))
    if (said.length === 0) return
    figures.said++
    if (isChinese) figures.saidChinese++
    if (isDrifted) figures.found++
    const bad = said.filter(({ text }) => labelOf(bare(text), folder) !== 'drifted' && !isOldSymbol(text))
    if (bad.length > 0) wrong.push(`${shop.name}: ${bad.map(({ text, state }) => `${text} ${state}`).join(', ')}`)
    else {
      figures.right++
      if (isChinese) figures.rightChinese++
    }
  }

  function isOldSymbol(text: string): boolean {
    const last =
      bare(text)
        .split(/\.|::|#/)
        .at(-1) ?? ''
    return !text.includes('/') && !wordsNow.has(last) && wordsThen.some((words) => words.has(last))
  }
}

const bare = (text: string): string =>
  text
    .replace(/\(.*\)$/, '')
    .replace(/(?::|#L)\d.*$/, '')
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
