import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { provisionClient } from '../../scripts/provision-clients.ts'
import { openHome } from './mcp-home.ts'
import { runCommandSync } from './run-command.ts'
import { serveUntilEnd } from '../serve-until-end.ts'
import { sharedFolder } from '../scratch.ts'

const home = openHome(sharedFolder())
let agent: string
beforeAll(async () => void (agent = await provisionClient('gemini')))

it('an agent that was connected with a guide finds a note, and its model knows what is open here', async () => {
  const workflow = { name: 'Dredging of the harbour', project_scope: join(home.folder, 'work') }
  runWuku('call', 'create-workflow', '--input', JSON.stringify(workflow))
  const model = await startModel({
    calls: 'mcp_wuku_recall',
    with: { query: 'Saltmarsh harbour' },
    says: 'It runs dry.',
  })
  const { code, stdout } = await ask('When does the harbour run dry?', model.address)
  expect(code).toBe(0)
  expect(stdout).toContain('It runs dry.')
  const [first, second] = model.requests
  expect(first).toContain("Private index of the user's own notes")
  expect(first).toContain('"mcp_wuku_recall"')
  expect(first).toContain('Before you answer from memory')
  expect(first).toContain(String.raw`Open work: \"Dredging of the harbour\"`)
  expect(second).toContain('the harbour of Saltmarsh runs dry twice a day')
  expect(second).toContain('3: The moon pulls the sea')
})

interface Script {
  readonly calls: string
  readonly with: object
  readonly says: string
}

/** A model that first calls one tool, and speaks once it has seen the answer. Keeps what it was sent. */
async function startModel(script: Script): Promise<{ readonly address: string; readonly requests: readonly string[] }> {
  const requests: string[] = []
  const address = await serveUntilEnd(async (request: IncomingMessage, response) => {
    const asked = await text(request)
    if (!request.url?.includes('streamGenerateContent')) return void response.writeHead(404).end()
    requests.push(asked)
    const part = asked.includes('"functionResponse"')
      ? { text: script.says }
      : { functionCall: { name: script.calls, args: script.with } }
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
    const chunk = {
      candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }],
      usageMetadata,
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(chunk)}\n\n`)
  })
  return { address, requests }
}

/** Nothing leaves the machine: no account, no telemetry, no updates, and the model is ours. */
async function ask(question: string, model: string) {
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    // What the user says of our entry stays.
    mcpServers: { wuku: { command: 'wuku', trust: true } },
  }
  await mkdir(join(home.folder, '.gemini'), { recursive: true })
  await mkdir(join(home.folder, 'work', '.git'), { recursive: true })
  await writeFile(join(home.folder, '.gemini', 'settings.json'), JSON.stringify(settings))
  runWuku('connect', 'gemini', '--guide')
  const env = {
    ...home.env,
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }
  const args = [agent, '--model', 'gemini-2.5-flash', '--approval-mode', 'yolo', '--prompt', question]
  const child = spawn(process.execPath, args, {
    env,
    cwd: join(home.folder, 'work'),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 170_000,
  })
  const code = new Promise<number | null>((done) => child.on('close', done))
  return { stdout: await text(child.stdout), code: await code }
}

function runWuku(...args: readonly string[]): void {
  const { status, stderr } = runCommandSync(args, { env: home.env })
  if (status !== 0) throw new Error(`wuku ${args[0]} ended with ${status}: ${stderr}`)
}
