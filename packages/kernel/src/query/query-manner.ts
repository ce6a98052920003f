import { policy } from '@wuku/core/policy'
import { limits } from '@wuku/core/limits'
import { cjkQuestion, englishStops } from '@wuku/text/terms/questions'
import { countWords, type Sign } from './query-signs.ts'

/** How a query is written. Only among a few keywords signs are operators. */
export type QueryStyle = 'keywords' | 'sentence' | 'code'

/** `all`: what stands in no sign. */
export function queryStyleOf(all: string, signs: readonly Sign[]): QueryStyle {
  const outside = all.slice(0, limits.queryChars)
  if (CODE.test(outside) || signs.some(isOfCode)) return 'code'
  return isSentence(outside, signs) ? 'sentence' : 'keywords'
}

/** Several lines, brackets of code, calls, assignments, addresses, paths, options as `--all` and after `|`. */
const CODE =
  /\n|[{}<>|\\$;]|=>|->|::|&&|\w\(|\w=|:\/\/|(?<=^|\s)(?:\.{0,2}\/\w|--[\p{L}\p{N}]|[#@]\w|\*\*?\w|\*\.|[-+*]\s)/u

const OPTION = /^[a-z\d]{1,2}$|=|^\d|\//i

function isOfCode({ kind, operand }: Sign): boolean {
  if (kind === 'fence') return true
  if (kind === 'minus') return OPTION.test(operand)
  return kind === 'prefix' && cTypes.has(operand)
}

const cTypes: ReadonlySet<string> = new Set('char int void float double long short unsigned struct const'.split(' '))

function isSentence(outside: string, signs: readonly Sign[]): boolean {
  const words = outside.toLowerCase().match(/[a-z']+/g) ?? []
  const [first = ''] = words
  const stops = words.filter((word) => englishStops.has(word.replaceAll("'", ''))).length
  return (
    /[?？。！，]/u.test(outside) ||
    stops > 2 ||
    (words.length > 1 && openings.has(first) && /^\W*[a-z]/i.test(outside)) ||
    countWords(outside) + signs.filter(({ kind }) => kind === 'minus' || kind === 'prefix').length >
      policy.queries.maxKeywords ||
    isChineseSentence(outside)
  )
}

/** Openings of English questions and requests. */
const openings: ReadonlySet<string> = new Set(
  (
    'how what whats which who whose when where why is are was does do did can could should would will may i we my please tell show explain ' +
    'find give help'
  ).split(' '),
)

/** One passage is never all of it: how many there are, which of them, a list. */
export const asksForAll = (query: string): boolean => ALL.test(query)

const ALL =
  /^\W*(?:please )?(?:list|enumerate|name)\b|\b(?:how many|list all|every|each of|all (?:the|of|my|our)|which of|which\b.*\b(?:both|all))\b|[几幾][个個种種项項条條次篇件位家]|多少[个個种種项項条條次篇件位家]|哪[些几幾]|列[出举舉]|所有|全部|分[别別]/iu

const isChineseSentence = (outside: string): boolean => {
  const ofQuestion = new RegExp(cjkQuestion.source, 'u')
  return (
    /[我请它他她]/u.test(outside) || (outside.match(/\p{Script=Han}{2,}/gu) ?? []).some((run) => ofQuestion.test(run))
  )
}

/** Programs whose options may be whole words behind one dash; what else these are called is seldom searched with a word left out. */
const programs: ReadonlySet<string> = new Set(
  (
    'docker podman kubectl helm git svn npm npx yarn pnpm pip cargo rustc gcc g++ clang ld javac mvn gradle dotnet find grep sed awk tar ' +
    'curl wget ssh scp rsync ls rm cp mv ps kill chmod chown ffmpeg openssl keytool psql mysql sqlite3 redis-cli systemctl journalctl ' +
    'apt apt-get brew dpkg yum dnf terraform ansible tmux vim tail head sort xargs netstat iptables nmap sudo bash sh zsh'
  ).split(' '),
)

/** Programs that share their name with a language: people who leave a word out of what they search name these first. */
const languages: ReadonlySet<string> = new Set('go java node python python3 ruby perl php swift'.split(' '))

/** Programs that stand behind a pipe. */
const filters: ReadonlySet<string> = new Set('cat echo wc uniq tee cut tr less more jq column seq'.split(' '))

/** `ps aux | grep node` is one thing, and no list of several. */
export const isPipeline = (query: string): boolean =>
  query.split(/\s\|{1,2}\s/).length > 1 &&
  query.split(/\s\|{1,2}\s/).some((part) => {
    const [first = ''] = part.trim().toLowerCase().split(/\s/)
    return programs.has(first) || filters.has(first)
  })

/** Options of theirs that are words. */
const options: ReadonlySet<string> = new Set(
  (
    'name iname type exec path mtime size perm print delete maxdepth mindepth jar cp classpath version help race cover run bench count short ' +
    'verbose debug tags mod ldflags wall werror wextra std out in subj days newkey nodes noout text file force recurse vcodec acodec'
  ).split(' '),
)

/** Whether `-operand` is an option of a command line that begins in what stands before. */
export function commandsFlag(before: string, operand: string): boolean {
  const words = before.trim().toLowerCase().split(/\s+/)
  const isDirect = programs.has(words.at(-1) ?? '')
  return isDirect || (isOption(operand) && words.some((word) => programs.has(word) || languages.has(word)))
}

export const isOption = (operand: string): boolean => options.has(operand.toLowerCase())
