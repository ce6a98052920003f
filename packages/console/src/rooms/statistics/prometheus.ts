/** One line of the text format of Prometheus. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** By name, such as `wuku_jobs` or `http_server_request_duration_seconds_bucket`. */
export type Samples = ReadonlyMap<string, readonly Sample[]>

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** Comments and lines that are no samples are left out. */
export function parseMetrics(text: string): Samples {
  const found = new Map<string, Sample[]>()
  for (const line of text.split('\n')) {
    const [, name, labels = '', number = ''] = LINE.exec(line.trim()) ?? []
    if (name === undefined) continue
    const sample = { labels: labelsIn(labels), value: numberOf(number) }
    if (Number.isNaN(sample.value)) continue
    const list = found.get(name)
    if (list) list.push(sample)
    else found.set(name, [sample])
  }
  return found
}

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(LABEL)].map(([, name = '', value = '']) => [name, unescaped(value)]))

const unescaped = (value: string): string => value.replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign))

const numberOf = (text: string): number =>
  ({ '+Inf': Infinity, '-Inf': -Infinity })[text] ?? (text === '' ? Number.NaN : Number(text))

/** The sum of the samples of this name. */
export const valueOf = (samples: Samples, name: string, isWanted: (sample: Sample) => boolean = () => true): number =>
  (samples.get(name) ?? []).filter(isWanted).reduce((sum, { value }) => sum + value, 0)
