import { hash } from 'node:crypto'
import { randomFrom, type Random } from './random.ts'
import type { Language, Passage } from './sentences.ts'

export interface Size {
  readonly workflows: number
  /** Pads of each workflow. */
  readonly pads: number
  /** UTF-8 bytes of each pad, about. */
  readonly bytes: number
}

export interface DraftWorkflow {
  readonly name: string
  readonly description: string
  readonly project_scope: string
  readonly pads: readonly DraftPad[]
}

export interface DraftPad {
  readonly title: string
  readonly content: string
}

const SCOPES = ['harbour', 'lighthouse', '潮汐', 'almanac', '航海图']
const SEPARATOR = '\n\n---\n<!--- block start --->\n'
const BLOCK_BYTES = 1_500

/** The same for the same passages: each workflow is about a few documents, and its pads grew by blocks. */
export function makeWorkload(passages: readonly Passage[], { workflows, pads, bytes }: Size): readonly DraftWorkflow[] {
  const random = randomFrom(20_260_101)
  return Array.from({ length: workflows }, () => {
    const about = aboutSome(passages, random)
    return {
      name: nameFrom(about, random),
      description: stretch(about, random, 2).join(' '),
      project_scope: random.pick(SCOPES),
      pads: Array.from({ length: pads }, () => ({
        title: nameFrom(about, random),
        content: makeText(about, bytes, random),
      })),
    }
  })
}

export const keyOf = (workload: readonly DraftWorkflow[]): string =>
  hash('sha256', JSON.stringify(workload), 'hex').slice(0, 12)

/** UTF-8 bytes of all that is searched. */
export const bytesOf = (workload: readonly DraftWorkflow[]): number => {
  const texts = workload.flatMap(textsOf)
  return texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0)
}

export const textsOf = ({ name, description, pads }: DraftWorkflow): readonly string[] => [
  name,
  description,
  ...pads.flatMap(({ title, content }) => [title, content]),
]

/** Six documents of one language and two of the other: people write both. */
function aboutSome(passages: readonly Passage[], random: Random): readonly Passage[] {
  const language: Language = random.whole(2) === 0 ? 'en' : 'zh'
  const own = passages.filter((passage) => passage.language === language)
  const other = passages.filter((passage) => passage.language !== language)
  return Array.from({ length: 8 }, (_, nth) => random.pick(nth < 6 ? own : other))
}

function makeText(about: readonly Passage[], bytes: number, random: Random): string {
  const blocks: string[] = []
  for (let written = 0; written < bytes;) {
    const block = makeBlock(about, Math.min(BLOCK_BYTES, bytes - written), random)
    blocks.push(block)
    written += Buffer.byteLength(block) + SEPARATOR.length
  }
  return blocks.join(SEPARATOR)
}

function makeBlock(about: readonly Passage[], bytes: number, random: Random): string {
  const lines = [`## ${nameFrom(about, random)}`, '', reference(random)]
  for (let written = 0; written < bytes;) {
    const paragraph = stretch(about, random, 3).join(' ')
    lines.push('', paragraph)
    written += Buffer.byteLength(paragraph)
  }
  return lines.join('\n')
}

/** References that fill notes of programmers: words that are nowhere else. */
const reference = (random: Random): string =>
  `- ${random.pick(VERBS)} \`src/${random.pick(PLACES)}/${random.pick(PLACES)}-${random.whole(500)}.ts\` at ${random.whole(2 ** 28).toString(16)}, see #${random.whole(9_000)}`
const VERBS = ['Changed', 'Fixed', 'Looked at', '修改了', '检查了']
const PLACES = ['tides', 'harbour', 'beacon', 'chart', 'current', 'anchor', 'pilot', 'ferry']

function stretch(about: readonly Passage[], random: Random, most: number): readonly string[] {
  const { sentences } = random.pick(about)
  const start = random.whole(Math.max(1, sentences.length - most))
  return sentences.slice(start, start + 1 + random.whole(most))
}

/** The first words of a sentence. */
function nameFrom(about: readonly Passage[], random: Random): string {
  const { sentences } = random.pick(about)
  const sentence = random
    .pick(sentences)
    .replaceAll(/[#*`|>[\]()]/g, '')
    .trim()
  const words = /^\p{sc=Han}/u.test(sentence)
    ? sentence.slice(0, 4 + random.whole(9))
    : sentence
        .split(/\s+/)
        .slice(0, 2 + random.whole(4))
        .join(' ')
  return words.trim() || 'Notes'
}
