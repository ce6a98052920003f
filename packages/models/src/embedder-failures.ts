import { msg, type Text } from '@wuku/messages/models'
import { EmbeddingFailed, type EmbedFailureKind } from '@wuku/core/ports/embedder'
import { codeOf, quoted } from './model-failures.ts'
import type { Answered, Silence } from './post.ts'

/** A server said no: what it said, without the key, which some servers repeat. */
export function refusedBy({ status, text }: Answered, key: string): EmbeddingFailed {
  const serverMessage = quoted(text, key)
  const message =
    serverMessage === '' ? msg('answeredWith', { status }) : msg('answeredWithText', { status, answer: serverMessage })
  const kind = kindOf(status, serverMessage)
  return new EmbeddingFailed({
    kind,
    message,
    remedy: remedies[kind],
    status,
    ...(serverMessage !== '' && { said: serverMessage }),
  })
}

/**
 * The server was too slow or too busy, or has a problem of its own. An unsupported request will not be supported a
 * second later.
 */
export const isPassing = (status: number) => [408, 409, 425, 429].includes(status) || (status >= 500 && status !== 501)

export const noEmbeddings = (message: Text, serverMessage?: string): EmbeddingFailed =>
  new EmbeddingFailed({
    kind: 'not_embeddings',
    message,
    remedy: remedies.not_embeddings,
    ...(serverMessage && { said: serverMessage }),
  })

export function wrongDimensions(found: number, expected: number): EmbeddingFailed {
  const message = msg('otherDimensions', { found, expected })
  return new EmbeddingFailed({ kind: 'dimensions', message, remedy: message.remedy, dimensions: found })
}

export const keyMissing = (): EmbeddingFailed =>
  new EmbeddingFailed({ kind: 'key', message: 'Gemini needs a key, and none is set.', remedy: remedies.key })

export const silence: Silence = {
  unreachable: ({ origin }, error) =>
    failed('unreachable', msg('embeddingModelCannotReached', { origin, code: codeOf(error) })),
  tooLate: (timeout) => failed('timeout', msg('embeddingModelDidNotAnswer', { timeout: timeout / 1000 })),
  tooLong: (bytes) => noEmbeddings(msg('embeddingAnswerTooLong', { bytes })),
}

const failed = (kind: EmbedFailureKind, message: Text) => new EmbeddingFailed({ kind, message, remedy: remedies[kind] })

const remedies: Readonly<Record<EmbedFailureKind, string>> = {
  key: 'Set the right key: WUKU_EMBEDDER_KEY, models.embedder.key or, for Gemini, GEMINI_API_KEY.',
  not_found: 'Check models.embedder.url, and that models.embedder.model is an embedding model there.',
  moved: 'Set models.embedder.url to its new address.',
  busy: 'Try again later; the server limits requests.',
  server: 'Try again later; the problem is on the server.',
  refused: 'Correct what the message names, usually models.embedder.model or models.embedder.dimensions.',
  unreachable: 'Check that its server runs, and that models.embedder.url is right.',
  timeout: 'Try again later, or check that models.embedder.url leads to a server that answers.',
  not_embeddings: 'Check that models.embedder.provider names the API at models.embedder.url.',
  dimensions: 'Set models.embedder.dimensions to the size that the model returns.',
}

function kindOf(status: number, serverMessage: string): EmbedFailureKind {
  // Google calls a wrong key a bad request.
  if (status === 401 || status === 403 || (status === 400 && /\bAPI[ _]key\b/i.test(serverMessage))) return 'key'
  if (status === 404) return 'not_found'
  if (status >= 300 && status < 400) return 'moved'
  if (isPassing(status)) return status < 500 || status === 503 ? 'busy' : 'server'
  return status < 300 ? 'not_embeddings' : 'refused'
}
