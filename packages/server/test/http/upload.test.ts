import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openJobsHouse, readEvents, type JobsHouse } from './jobs-house.ts'

interface Uploaded {
  readonly job_id: string
  readonly task_id: string
  readonly library_id: number
  readonly library: string
  readonly version: string
  readonly success_count: number
  readonly failed_count: number
  readonly unchanged_count: number
  readonly failed_files: readonly { readonly path: string; readonly error: string }[]
  readonly documents: readonly { readonly document_id: number; readonly path: string; readonly status: string }[]
}

let house: JobsHouse
beforeAll(async () => {
  house = await openJobsHouse({ uploadFiles: 100, uploadBytes: 400_000, fileBytes: 50_000 })
})
afterAll(() => house.close())

type Files = readonly (readonly [name: string, text: string])[]

function form(fields: Readonly<Record<string, string>>, files: Files, part = 'files'): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const [name, text] of files) body.append(part, new Blob([text]), name)
  return body
}

const upload = (fields: Readonly<Record<string, string>>, files: Files, status = 200, part?: string) =>
  house.json<Uploaded>('/api/v1/documents/upload', { method: 'POST', body: form(fields, files, part), status })

const page = (word: string): string => `# ${word}\n\nThe ${word} is explained here at some length.\n`

const pathsOf = async (library: number): Promise<readonly string[]> =>
  house.engine.read(async (view) => {
    const version = (await view.libraries.versions(library)).find(({ status }) => status === 'active')
    const names = version ? await view.documents.names({ sources: [version.source] }) : []
    return names.map(({ path }) => path).toSorted()
  })

const leftUploads = async (): Promise<readonly string[]> => {
  const keys: string[] = []
  for await (const { key } of house.engine.files.blobs.list('uploads/')) keys.push(key)
  return keys
}

describe('an upload', () => {
  it('makes a library, takes each file for itself, and says what became of each', async () => {
    const done = await upload({ library: 'billing', version: '2.4.0' }, [
      ['guide.md', page('pelican')],
      ['sub/api.md', page('heron')],
      ['empty.md', ''],
      ['large.md', 'x'.repeat(60_000)],
      ['broken.pdf', 'no pdf at all'],
      ['picture.xyz', 'what'],
      ['../up.md', page('up')],
      ['/abs.md', page('abs')],
      ['c:\\drive.md', page('drive')],
      ['guide.md', page('twice')],
    ])
    expect(done).toMatchObject({ library: 'billing', version: '2.4.0', success_count: 2, unchanged_count: 0 })
    expect(done.task_id).toBe(done.job_id)
    expect(done.failed_files.map(({ path }) => path).toSorted()).toEqual(
      [
        '../up.md',
        '/abs.md',
        'broken.pdf',
        'c:\\drive.md',
        'empty.md',
        'guide.md',
        'large.md',
        'picture.xyz',
      ].toSorted(),
    )
    expect(done.failed_count).toBe(8)
    expect(done.documents.map(({ path, status }) => `${path} ${status}`).toSorted()).toEqual([
      'broken.pdf failed',
      'empty.md failed',
      'guide.md completed',
      'large.md failed',
      'picture.xyz failed',
      'sub/api.md completed',
    ])
    expect(done.documents.every(({ document_id: id }) => id > 0)).toBe(true)
    expect(await pathsOf(done.library_id)).toEqual(['guide.md', 'sub/api.md'])
    await expect.poll(leftUploads).toEqual([])
    const answer = await house.fetch(`/api/v1/jobs/${done.job_id}/events`)
    const files = (await readEvents(answer)).filter(({ event }) => event === 'file').map(({ data }) => data)
    expect(files).toHaveLength(10)
    expect(files).toContainEqual(expect.objectContaining({ path: 'guide.md', status: 'completed', error: null }))
  })
  it('says what was there already, and takes names apart from the files', async () => {
    const first = await upload({ library: 'again' }, [['a.md', page('ebb')]])
    const paths = JSON.stringify(['a.md', 'deep\\b.md'])
    const second = await upload({ library_id: String(first.library_id), paths }, [
      ['one', page('ebb')],
      ['two', page('flood')],
    ])
    expect(second).toMatchObject({ version: 'latest', success_count: 2, unchanged_count: 1, failed_count: 0 })
    expect(await pathsOf(first.library_id)).toEqual(['a.md', 'deep/b.md'])
  })
  it.each<[says: string, files: Files, status: number, replayed: string | null]>([
    ['the same files', [['a.md', page('dunlin')]], 200, 'true'],
    ['another file of the same length', [['a.md', page('turnst')]], 409, null],
    ['the same under another name', [['b.md', page('dunlin')]], 409, null],
  ])('with an Idempotency-Key is told from another by what it holds: %s', async (says, files, status, replayed) => {
    const library = `keyed ${says}`
    const send = (of: Files): Promise<Response> =>
      house.fetch('/api/v1/documents/upload', {
        method: 'POST',
        body: form({ library }, of),
        headers: { 'idempotency-key': says.replaceAll(' ', '-') },
      })
    const first = await send([['a.md', page('dunlin')]])
    const second = await send(files)
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([200, status, replayed])
    if (status === 200) expect(await second.text()).toBe(await first.text())
    await expect.poll(leftUploads).toEqual([])
  })
  it('of JSON is told by its key too', async () => {
    const send = (text: string): Promise<Response> =>
      house.fetch('/api/v1/libraries/json-keyed/documents', {
        method: 'POST',
        body: JSON.stringify({ documents: [{ path: 'a.md', text }] }),
        headers: { 'idempotency-key': 'json', 'content-type': 'application/json' },
      })
    const statuses = []
    for (const word of ['sanderling', 'sanderling', 'oystercatc']) statuses.push((await send(page(word))).status)
    expect(statuses).toEqual([200, 200, 409])
  })
  it('fails a file whose name is too long alone', async () => {
    const paths = JSON.stringify(['a.md', `${'b'.repeat(4_097)}.md`])
    const answer = await upload({ library: 'long-names', paths }, [
      ['one', page('ebb')],
      ['two', page('flood')],
    ])
    expect(answer).toMatchObject({ success_count: 1, failed_count: 1 })
  })
  it('tells its events at its other name', async () => {
    const body = form({ library: 'streamed' }, [['a.md', page('tern')]])
    const answer = await house.fetch('/api/v1/documents/upload-sse', { method: 'POST', body })
    const events = await readEvents(answer)
    expect([events[0]?.event, events.at(-1)?.event]).toEqual(['job', 'completed'])
    expect(events.at(-1)?.data['result']).toMatchObject({ success_count: 1 })
  })
  it('is taken at the address of its library, also as JSON', async () => {
    const body = form({ version: '1' }, [['a.md', page('gull')]])
    const { library_id: id } = await house.json<Uploaded>('/api/v1/libraries/named/documents', { method: 'POST', body })
    const documents = [{ path: 'b.md', text: page('skua') }]
    expect(await house.post(`/api/v1/libraries/${id}/documents`, { documents })).toMatchObject({ success_count: 1 })
    expect(await pathsOf(id)).toEqual(['a.md', 'b.md'])
  })
})

describe('an upload is refused whole', () => {
  const one: Files = [['a.md', page('a')]]
  it.each<[says: string, fields: Readonly<Record<string, string>>, files: Files, status: number, part?: string]>([
    ['without a library', {}, one, 400],
    ['with two libraries', { library: 'refused', library_id: '1' }, one, 400],
    ['of a library by a number that none has', { library_id: '999' }, one, 404],
    ['without a file', { library: 'refused' }, [], 400],
    ['with another field', { library: 'refused', color: 'red' }, one, 400],
    ['with another part', { library: 'refused' }, one, 400, 'attachment'],
    ['with names that are no list', { library: 'refused', paths: 'a.md' }, one, 400],
    ['with too few names', { library: 'refused', paths: '[]' }, one, 400],
    [
      'with too many files',
      { library: 'refused' },
      Array.from({ length: 101 }, (_, at) => [`${at}.md`, 'x'] as const),
      413,
    ],
    [
      'when it is too large',
      { library: 'refused' },
      Array.from({ length: 9 }, (_, at) => [`${at}.md`, 'x'.repeat(49_000)] as const),
      413,
    ],
  ])('%s', async (...row) => {
    const [, fields, files, status, part] = row
    await upload(fields, files, status, part)
    await expect.poll(leftUploads).toEqual([])
    const names = await house.engine.read(async (view) => (await view.libraries.libraries()).map(({ name }) => name))
    expect(names).not.toContain('refused')
  })
  it.each([
    ['another type', { 'content-type': 'text/plain' }, 415],
    ['no boundary', { 'content-type': 'multipart/form-data' }, 400],
    ['an encoded body', { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' }, 415],
    ['a body without its end', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
  ])('with %s', async (_says, headers, status) => {
    const body = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\nhello'
    await house.json('/api/v1/documents/upload', { method: 'POST', body, headers, status })
    await expect.poll(leftUploads).toEqual([])
  })
  it('when its body breaks off', async () => {
    const { hostname, port } = new URL(house.url)
    const before = (await house.json<{ total: number }>('/api/v1/jobs')).total
    const socket = connect(Number(port), hostname)
    const { authorization } = house
    socket.write(
      `POST /api/v1/documents/upload HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${authorization}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\nhello',
    )
    await new Promise<void>((resolve) => socket.once('ready', resolve))
    socket.resume()
    socket.end()
    await new Promise<void>((resolve) => socket.once('close', resolve))
    expect((await house.json<{ total: number }>('/api/v1/jobs')).total).toBe(before)
    await expect.poll(leftUploads).toEqual([])
  })
})

it('uploads at once lose nothing: into one version, and making one library', async () => {
  const files = (upload_: number): Files =>
    Array.from({ length: 100 }, (_, at) => [`${upload_}/${at}.md`, page(`word${upload_}x${at}`)] as const)
  const done = await Promise.all(
    Array.from({ length: 10 }, (_, at) => upload({ library: 'crowd', version: '1' }, files(at))),
  )
  expect(new Set(done.map(({ library_id: id }) => id)).size).toBe(1)
  expect(done.every(({ success_count: count }) => count === 100)).toBe(true)
  const expected = Array.from({ length: 10 }, (_, at) => files(at).map(([name]) => name)).flat()
  expect(await pathsOf(done[0]?.library_id ?? 0)).toEqual(expected.toSorted())
  const stored = await house.engine.jobs.write((jobs) =>
    jobs.list({ statuses: ['running', 'queued'], limit: 9, offset: 0 }),
  )
  expect(stored.total).toBe(0)
})

it('an upload of several slices into a version that answers is seen as none of it or as all of it, in searches, lists and counts', async () => {
  const large = await openJobsHouse({ waitMilliseconds: 600_000 })
  onTestFinished(() => large.close())
  const send = (files: Files, library = 'tides'): Promise<Uploaded> =>
    large.json<Uploaded>('/api/v1/documents/upload', { method: 'POST', body: form({ library }, files) })
  const before = Array.from({ length: 3 }, (_, at) => [`${at}.md`, page(`sandpiper${at}`)] as const)
  const { library_id: library } = await send(before)
  const after = Array.from({ length: 5 }, (_, at) => [`${at}.md`, long(`sanderling${at}`)] as const)
  const uploaded = { isOver: false }
  const uploading = send(after).finally(() => (uploaded.isOver = true))
  const seen = new Set<string>()
  while (!uploaded.isOver) {
    seen.add(await statesOf(large, library))
    await setImmediate()
  }
  expect(await uploading).toMatchObject({ success_count: 5, failed_count: 0 })
  seen.add(await statesOf(large, library))
  expect([...seen]).toEqual(['3 old, 0 new, 3 listed, 3 counted', '0 old, 5 new, 5 listed, 5 counted'])
  const { engine } = large
  await expect
    .poll(() => engine.read(async (view) => (await view.libraries.versions(library)).map(({ status }) => status)))
    .toEqual(['active'])
})

/** Several of them are more than one slice of an index run. */
const long = (word: string): string =>
  `# ${word}\n\n${Array.from({ length: 1_000 }, (_, at) => `Wave ${at} of the ${word}. ${'It came in and it went. '.repeat(15)}`).join('\n\n')}\n`

const statesOf = (large: JobsHouse, library: number): Promise<string> =>
  large.engine.read(async (view) => {
    const version = (await view.libraries.versions(library)).find(({ status }) => status === 'active')
    const sources = version ? [version.source] : []
    const documents = await view.documents.list({ sources })
    const old = documents.filter(({ bytes }) => bytes < 1_000).length
    const files = await view.libraries.files({ version: version?.id ?? 0, limit: 100, offset: 0 })
    const completed = files.items.filter(({ status }) => status === 'completed')
    return `${old} old, ${documents.length - old} new, ${completed.length} listed, ${version?.counts.documents} counted`
  })
