/** How a server answers. */
export interface Speech {
  readonly protocol: 'openai' | 'gemini'
  readonly encoding: 'numbers' | 'base64'
  readonly dimensions: number
  /** In one request. */
  readonly texts: number
}

/** The bytes of an answer, numbers in all the digits that servers in Python send of 32 bits. */
export function answerFor({ protocol, encoding, dimensions, texts }: Speech): Buffer {
  const vectors = Array.from({ length: texts }, (_, index) => vectorOf(index, dimensions))
  const numbers = (vector: Float32Array): unknown =>
    encoding === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector]
  const answer =
    protocol === 'gemini'
      ? { embeddings: vectors.map((vector) => ({ values: numbers(vector) })) }
      : {
          object: 'list',
          data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: numbers(vector) })),
        }
  return Buffer.from(JSON.stringify(answer))
}

/** A vector of length 1, as models give them; always the same. */
function vectorOf(seed: number, dimensions: number): Float32Array {
  let state = seed + 1
  const values = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2 ** 31
  })
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}
