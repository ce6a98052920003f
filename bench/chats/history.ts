import { sha1 } from '../corpus.ts'
import { randomFrom, type Random } from '../pads/random.ts'
import type { Passage } from '../pads/sentences.ts'

export interface MadeChat {
  readonly id: string
  readonly project: string
  readonly messages: readonly MadeMessage[]
}

export interface MadeMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly text: string
  readonly tool?: { readonly name: string; readonly args: Readonly<Record<string, string>>; readonly result: string }
}

const PROJECTS = ['shop', 'atlas', 'ledger', '笔记', 'harbour', 'compiler', '数据平台', 'garden'].map(
  (name) => `/home/reader/src/${name}`,
)
/** Two years, so that windows of time have something to leave out. */
const BEGINNING = Date.UTC(2025, 0, 1)
const SPAN = 2 * 365 * 86_400_000
const SHORTEST = 4
const LONGEST = 76

/**
 * Conversations of 40 messages in the mean, the same on every machine. Each is about one document of the corpus: a person
 * asks with a sentence of it, an agent answers with some, and every fourth answer calls a tool whose output says more.
 */
export function* makeChats(passages: readonly Passage[], messages: number): Generator<MadeChat> {
  const random = randomFrom(11)
  for (let made = 0, number = 0; made < messages; number++) {
    const count = Math.min(messages - made, SHORTEST + random.whole(LONGEST - SHORTEST))
    yield makeChat(random.pick(passages), { number, count, random })
    made += count
  }
}

interface Making {
  readonly number: number
  readonly count: number
  readonly random: Random
}

function makeChat({ sentences }: Passage, { number, count, random }: Making): MadeChat {
  let at = BEGINNING + random.whole(SPAN)
  const some = (most: number): string => {
    const from = random.whole(sentences.length)
    return sentences.slice(from, from + 1 + random.whole(most)).join(' ')
  }
  const messages = Array.from({ length: count }, (_, nth): MadeMessage => {
    at += 1_000 * (1 + random.whole(240))
    const about = { id: idOf(`${number}/${nth}`), at }
    if (nth % 2 === 0) return { ...about, role: 'user', text: some(2) }
    const tool = { name: 'Read', args: { file_path: `src/part-${random.whole(400)}.ts` }, result: some(6) }
    return { ...about, role: 'assistant', text: some(5), ...(nth % 8 === 1 && { tool }) }
  })
  return { id: idOf(`chat ${number}`), project: random.pick(PROJECTS), messages }
}

/** Shaped as programs shape theirs. */
const idOf = (name: string): string => sha1(name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
