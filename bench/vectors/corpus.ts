/** Vectors as models make them: topics, sub-topics, a direction that all share, parts of very different size. */
export interface Corpus {
  readonly count: number
  readonly dimensions: number
  /** Number `nth`, of length 1; those from `count` on are questions of the same kind. */
  vector(nth: number): Float32Array
}

/** Length of the shared direction relative to that of the content: cosines of unrelated texts are about 0.4. */
const SHARED = 0.8
/** Share of a neighbour's variance that lies in the large directions; the rest is spread evenly. */
const OWN = 0.7
const EVEN = 0.5

export function createCorpus(count: number, dimensions: number): Corpus {
  const normal = createNormal()
  const sizes = Float32Array.from({ length: dimensions }, (_, at) => (at + 1) ** -0.3)
  scale(sizes, 1)
  const random = (nth: number, strength: number): Float32Array =>
    sizes.map((size, at) => size * strength * normal(nth, at))
  const shared = Float32Array.from({ length: dimensions }, (_, at) => normal(1, at) * (at % 200 === 5 ? 8 : 1))
  scale(shared, SHARED)
  const topics = Array.from({ length: Math.max(20, Math.ceil(count / 5_000)) }, (_, nth) => random(1_000 + nth, 0.65))
  const parts = Array.from({ length: Math.max(200, Math.min(16_000, Math.ceil(count / 60))) }, (_, nth) => {
    const topic = topics[hash(nth) % topics.length]
    return random(100_000 + nth, 0.55).map((part, at) => part + (topic?.[at] ?? 0))
  })
  const even = 1 / Math.sqrt(dimensions)
  return {
    count,
    dimensions,
    vector: (nth) => {
      const seed = hash(nth + 77)
      // Few sub-topics have most of the texts.
      const part = parts[Math.floor(parts.length * (seed / 2 ** 32) ** 2)] ?? shared
      const width = 0.35 + 0.45 * (hash(seed) / 2 ** 32)
      const vector = new Float32Array(dimensions)
      for (let at = 0; at < dimensions; at++) {
        const own = OWN * (sizes[at] ?? 0) * normal(seed, at) + EVEN * even * normal(seed ^ 0x5bd1e995, at)
        vector[at] = (part[at] ?? 0) + width * own
      }
      scale(vector, 1)
      for (let at = 0; at < dimensions; at++) vector[at] = (vector[at] ?? 0) + (shared[at] ?? 0)
      scale(vector, 1)
      return vector
    },
  }
}

function scale(vector: Float32Array, length: number): void {
  let square = 0
  for (const part of vector) square += part * part
  const factor = length / Math.sqrt(square)
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * factor
}

const DRAWN = 1 << 20

/** A million numbers drawn once; each vector reads them from another place on. */
function createNormal(): (seed: number, at: number) => number {
  const drawn = Float32Array.from({ length: DRAWN }, (_, at) => {
    const [u, v] = [(hash(2 * at) + 1) / 2 ** 32, hash(2 * at + 1) / 2 ** 32]
    return Math.sqrt(-2 * Math.log(Math.min(1, u))) * Math.cos(2 * Math.PI * v)
  })
  return (seed, at) => drawn[(Math.imul(seed, 0x9e3779b1) + at * 3) & (DRAWN - 1)] ?? 0
}

export function hash(number: number): number {
  let mixed = Math.imul((number ^ (number >>> 16)) + 0x7ed55d16, 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
