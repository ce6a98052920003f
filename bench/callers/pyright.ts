import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sha1 } from '../corpus.ts'
import { hasUses, isOwn, type CallersQuestion } from './question.ts'

interface Location {
  readonly uri: string
  readonly range: { readonly start: { readonly line: number; readonly character: number } }
}

interface Definition {
  readonly name: string
  readonly path: string
  readonly line: number
  readonly character: number
}

export async function askPyright(
  tree: string,
  paths: readonly string[],
  { modules, most }: { readonly modules: string; readonly most: number },
): Promise<readonly CallersQuestion[]> {
  const code = paths.filter((path) => path.endsWith('.py'))
  const definitions = code.filter(isOwn).flatMap((path) => definitionsIn(path, readFileSync(join(tree, path), 'utf8')))
  const client = connect(
    spawn(process.execPath, [join(modules, 'node_modules/pyright/langserver.index.js'), '--stdio']),
  )
  await client.request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(tree).href,
    workspaceFolders: [{ uri: pathToFileURL(tree).href, name: 'tree' }],
    capabilities: { workspace: { configuration: true } },
  })
  client.notify('initialized', {})
  const questions: CallersQuestion[] = []
  const opened = new Set<string>()
  for (const each of definitions.toSorted((a, b) => (sha1(keyOf(a)) < sha1(keyOf(b)) ? -1 : 1))) {
    if (questions.length === most) break
    const uri = pathToFileURL(join(tree, each.path)).href
    const text = readFileSync(join(tree, each.path), 'utf8')
    if (!opened.has(uri))
      client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } })
    opened.add(uri)
    const found = await client.request<readonly Location[] | null>('textDocument/references', {
      textDocument: { uri },
      position: { line: each.line, character: each.character },
      context: { includeDeclaration: false },
    })
    const known = new Set(code)
    const lines = new Set(
      (found ?? []).map(
        ({ uri: place, range }) =>
          `${decodeURIComponent(place).slice(pathToFileURL(tree).href.length + 1)}:${range.start.line + 1}`,
      ),
    )
    const uses = [...lines]
      .map((at) => ({ path: at.slice(0, at.lastIndexOf(':')), line: Number(at.slice(at.lastIndexOf(':') + 1)) }))
      .filter(({ path, line }) => known.has(path) && !(path === each.path && line === each.line + 1))
    const question = { name: each.name, path: each.path, uses }
    if (hasUses(question)) questions.push(question)
  }
  client.end()
  return questions
}

const keyOf = ({ path, name }: Definition): string => `${path} ${name}`

const DEFINITION = /^(?<indent>(?: {4})?)(?:async )?(?<kind>def|class) (?<name>[A-Za-z]\w{2,})/

function definitionsIn(path: string, text: string): readonly Definition[] {
  let outer: string | undefined
  return text.split('\n').flatMap((written, line) => {
    const { indent = '', kind, name = '' } = DEFINITION.exec(written)?.groups ?? {}
    if (/^\S/.test(written) && !/^[@)#]/.test(written)) outer = kind === 'class' ? name : undefined
    if (name === '' || (indent !== '' && outer === undefined)) return []
    const full = indent === '' ? name : `${outer}.${name}`
    return [{ name: full, path, line, character: written.indexOf(name, indent.length + (kind?.length ?? 0)) }]
  })
}

/** As much of the protocol of language servers as is used. */
function connect(server: ChildProcessWithoutNullStreams) {
  const waiting = new Map<number, (result: unknown) => void>()
  let [next, rest] = [1, Buffer.alloc(0)]
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  server.stdout.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/.exec(rest.subarray(0, Math.max(0, head)).toString())?.[1])
      if (head < 0 || rest.length < head + 4 + length) return
      const { id, method, params, result } = JSON.parse(rest.subarray(head + 4, head + 4 + length).toString())
      rest = rest.subarray(head + 4 + length)
      // The server asks for settings, and waits for them.
      if (method !== undefined && id !== undefined)
        send({ id, result: method === 'workspace/configuration' ? params.items.map(() => ({})) : null })
      else if (id !== undefined) waiting.get(id)?.(result)
    }
  })
  return {
    request: <Result>(method: string, params: object): Promise<Result> =>
      new Promise((resolve) => {
        waiting.set(next, resolve as (result: unknown) => void)
        send({ id: next++, method, params })
      }),
    notify: (method: string, params: object): void => send({ method, params }),
    end: (): boolean => server.kill(),
  }
}
