import type { Program } from './program.ts'

const AT_ONCE = 10
const FILES = 100

export interface Uploads {
  readonly seconds: number
  readonly sent: number
  /** Documents that the server says are there afterwards. */
  readonly there: number
}

/** Ten uploads of a hundred files into one version, all at the same time. */
export async function uploadAtOnce(server: Program): Promise<Uploads> {
  const started = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, part) => upload(server, part)))
  const seconds = (performance.now() - started) / 1_000
  return { seconds, sent: AT_ONCE * FILES, there: await countDocuments(server) }
}

export async function upload({ url, headers }: Program, part: number): Promise<void> {
  const form = new FormData()
  form.set('library', 'bench-uploads')
  form.set('version', '1.0.0')
  for (let at = 0; at < FILES; at++) {
    const text = `# Page ${part}-${at}\n\nThe tide of upload ${part} brought page ${at} to the harbour.\n`
    form.append('files', new Blob([text]), `part${part}/page${at}.md`)
  }
  const reply = await fetch(`${url}/api/v1/documents/upload`, { method: 'POST', headers, body: form })
  if (!reply.ok) throw new Error(`An upload was refused: ${reply.status} ${await reply.text()}`)
}

async function countDocuments({ url, headers }: Program): Promise<number> {
  const find = await fetch(`${url}/api/v1/libraries/bench-uploads`, { headers })
  const { library_id } = (await find.json()) as { library_id: number }
  const reply = await fetch(`${url}/api/v1/documents?library_id=${library_id}&page_size=1`, { headers })
  return ((await reply.json()) as { total: number }).total
}
