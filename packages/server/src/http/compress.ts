import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { COMPRESSED, type PreparedAnswer } from '@wuku/http-kit/http-answer'

const gzipped = promisify(gzip)
/** A shorter text fits one packet either way. */
const SHORTEST = 1_024
/** Most of what can be saved for a third of the time. */
const LEVEL = 3
const TEXT = /^(?:application\/(?:[\w.-]+\+)?json|text\/)/

/**
 * JSON and texts for a client that takes them compressed. Streams go as they come, and so do answers that make something
 * (201) or log somebody in: the length of a compressed answer betrays a key next to words of a stranger.
 */
export async function compressed(answer: PreparedAnswer, accepted: string | undefined): Promise<PreparedAnswer> {
  const { status, headers, body } = answer
  if (typeof body !== 'string' || body.length < SHORTEST || status === 201) return answer
  const at = (name: string): number => headers.findIndex((each, place) => place % 2 === 0 && each === name)
  if (at('Set-Cookie') >= 0 || at('Content-Encoding') >= 0 || !TEXT.test(headers[at('Content-Type') + 1] ?? ''))
    return answer
  const varying = [...headers, 'Vary', 'Accept-Encoding']
  if (!takes('gzip', accepted ?? '')) return { ...answer, headers: varying }
  const bytes = await gzipped(body, { level: LEVEL })
  varying[at('Content-Length') + 1] = String(bytes.length)
  const tag = at('ETag') + 1
  if (tag > 0) varying[tag] = `${headers[tag]?.slice(0, -1)}${COMPRESSED}"`
  return { ...answer, body: bytes, headers: [...varying, 'Content-Encoding', 'gzip'] }
}

/** A weight of 0 refuses; the name of a coding goes before `*`. */
export function takes(coding: string, accepted: string): boolean {
  const weights = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
      return [name, weight === undefined ? 1 : Number(weight)]
    }),
  )
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}
