import { PLACE, remedyCode, type Rows } from '../message.ts'
import { readTemplate } from '../template.ts'

type Topics = Readonly<Record<string, Rows>>

interface Topic {
  readonly topic: string
  readonly english: Rows
  readonly chinese: Rows
}

/**
 * Topics in both languages, with the same keys, as a test checks; their Chinese by the codes of messages; and the same as
 * templates: in reports, in jobs and from servers of an earlier version, texts are English by the time they are read.
 */
export function bilingual(en: Topics, zh: Topics) {
  const topics = Object.entries(en).map(([topic, english]) => ({ topic, english, chinese: zh[topic] ?? {} }))
  const rows = topics.flatMap(rowsOf)
  const messages = Object.fromEntries(rows.map(({ id, chinese }) => [id, chinese]))
  return { topics, messages, pairs: Object.fromEntries(rows.map(templatesOf).filter(isKnowable)) }
}

const rowsOf = ({ topic, english, chinese }: Topic) =>
  Object.entries(english).flatMap(([key, row]) => {
    const [own, other] = [row, chinese[key] ?? row].map((each) => (typeof each === 'string' ? { text: each } : each))
    const id = `${topic}.${key}`
    const text = { id, english: own?.text ?? '', chinese: other?.text ?? '' }
    if (own?.remedy === undefined) return [text]
    return [text, { id: remedyCode(id), english: own.remedy, chinese: other?.remedy ?? '' }]
  })

function templatesOf({
  english,
  chinese,
}: ReturnType<typeof rowsOf>[number]): readonly [english: string, chinese: string] {
  const places = [...english.matchAll(PLACE)].map(([, name = '']) => name)
  return [withNumbers(english, places).replaceAll('*}', '}').trim(), withNumbers(chinese, places).trim()]
}

/** A row of few words, such as `{0}: {1}`, would fit almost any text. */
const isKnowable = ([english]: readonly [english: string, chinese: string]): boolean =>
  !/\{\d/.test(english) || readTemplate(english).isDistinct

function withNumbers(text: string, places: readonly string[]): string {
  return text.replaceAll(PLACE, (place, name: string, mark: string, noun?: string) => {
    const at = [...new Set(places)].indexOf(name)
    return at < 0 ? place : `{${at}${mark === '*' || noun !== undefined ? '*' : ''}}`
  })
}
