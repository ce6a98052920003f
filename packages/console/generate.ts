/** Writes the types of the REST API from the OpenAPI document that a server of this checkout answers. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export async function generateSchema(): Promise<void> {
  const text = astToString(await openapiTS(await servedDocument(), { defaultNonNullable: false }))
  writeFileSync(here('schema.d.ts'), `/* Made from the OpenAPI document by packages/console/generate.ts. */\n${text}`)
}

/** The server has an empty house of its own and ends with the answer. */
async function servedDocument(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'wuku-openapi-'))
  const server = spawn(process.execPath, [here('../cli/src/main.ts'), 'serve', '--port', '0', '--json'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, WUKU_HOME: join(home, 'wuku') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { url } = JSON.parse(await firstLine(server)) as { url: string }
    const answer = await fetch(`${url}/api/v1/openapi.json`)
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
    return await answer.text()
  } finally {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
    rmSync(home, { recursive: true, force: true })
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return line
  throw new Error('The server ended before it listened.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await generateSchema()
