import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openEmbedder } from '@wuku/models/embedder'
import type { Embedder } from '@wuku/core/ports/embedder'
import { answerFor, type Speech } from './answers.ts'

export interface Cost {
  readonly speech: Speech
  /** Bytes of one text in the answer. */
  readonly bytes: number
  /** Milliseconds a text; of all threads of the client. */
  readonly cpu: number
  readonly wall: number
  /** Milliseconds of CPU a text that reading the JSON takes, and nothing else. */
  readonly parse: number
}

export interface Work {
  readonly texts: readonly string[]
  readonly rounds: number
}

/** The median round, after one that nobody counts. */
export async function measureCost(speech: Speech, { texts: given, rounds }: Work): Promise<Cost> {
  // The server's one answer is for a full request.
  const texts = given.slice(0, given.length - (given.length % speech.texts))
  const { protocol, encoding, dimensions } = speech
  const server = fork(new URL('server.ts', import.meta.url), [
    protocol,
    encoding,
    String(dimensions),
    String(speech.texts),
  ])
  try {
    const [port] = (await once(server, 'message')) as [number]
    const embedder = open(speech, `http://127.0.0.1:${port}/v1`)
    await embedAll(embedder, texts)
    const found = []
    for (let round = 0; round < rounds; round++) found.push(await timed(() => embedAll(embedder, texts), texts.length))
    const body = answerFor(speech)
    return {
      speech,
      bytes: body.byteLength / speech.texts,
      cpu: median(found.map(({ cpu }) => cpu)),
      wall: median(found.map(({ wall }) => wall)),
      parse: await parsing(body, speech, rounds),
    }
  } finally {
    await end(server)
  }
}

function open({ protocol, dimensions, texts }: Speech, url: string): Embedder {
  const untuned = { queryPrompt: '', longestText: '', batchChars: '', requestsPerMinute: '', tokensPerMinute: '' }
  const embedder = openEmbedder({
    ...untuned,
    documentPrompt: 'passage: ',
    batchTexts: String(texts),
    concurrency: '',
    timeoutSeconds: '',
    provider: protocol,
    url,
    model: 'any',
    dimensions: String(dimensions),
    auth: '',
    keyName: '',
    key: () => 'none',
  })
  if (!embedder) throw new Error('There is no embedder.')
  return embedder
}

const embedAll = (embedder: Embedder, texts: readonly string[]): Promise<unknown> =>
  embedder.embed(texts, { purpose: 'document', signal: new AbortController().signal })

async function timed(work: () => unknown, count: number): Promise<{ cpu: number; wall: number }> {
  const [cpu, wall] = [process.cpuUsage(), performance.now()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / 1_000 / count, wall: (performance.now() - wall) / count }
}

async function parsing(body: Buffer, { texts }: Speech, rounds: number): Promise<number> {
  const parseAll = (): void => {
    for (let at = 0; at < PARSINGS; at++) JSON.parse(body.toString())
  }
  parseAll()
  const found = []
  for (let round = 0; round < rounds; round++) found.push((await timed(parseAll, texts * PARSINGS)).cpu)
  return median(found)
}

const PARSINGS = 20

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit')
  server.disconnect()
  await ended
}
