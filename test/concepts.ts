/** Words that mean the same, in two languages: a stand-in for what a model has learnt. */
const concepts: readonly (readonly string[])[] = [
  ['tide', 'tides', 'ebb', 'flood', '潮汐', '涨潮'],
  ['boat', 'boats', 'ship', 'vessel', 'barge', '船'],
  ['car', 'cars', 'automobile', 'vehicle', '汽车'],
  ['dredging', 'deepen', 'excavation', 'digging', '疏浚'],
  ['key', 'keys', 'credential', 'credentials', 'secret', '密钥'],
  ['rotate', 'rotation', 'renew', 'renewal', 'replace', '轮换'],
  ['purge', 'purged', 'delete', 'deleted', 'remove', 'removes', '删除'],
  ['session', 'sessions', 'login', 'logins', '会话'],
  ['expired', 'stale', 'outdated', '过期'],
]

const DIMENSIONS = 96
const places = new Map(concepts.flatMap((words, at) => words.map((word) => [word, at] as const)))

/** A vector whose direction is told by concepts, and a little by other words. */
export function conceptVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS)
  for (const word of wordsOf(text)) {
    const place = places.get(word)
    if (place === undefined) vector[concepts.length + (hashOf(word) % (DIMENSIONS - concepts.length))]! += 0.25
    else vector[place]! += 1
  }
  if (vector.every((value) => value === 0)) vector[DIMENSIONS - 1] = 1
  return vector
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return [...words, ...[...places.keys()].filter((word) => /\p{Script=Han}/u.test(word) && text.includes(word))]
}

const hashOf = (word: string): number =>
  [...word].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
