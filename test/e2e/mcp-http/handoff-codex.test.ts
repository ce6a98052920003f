import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeSessions } from '../../../bench/handoff/sessions.ts'
import { writeSession } from '../../../bench/handoff/write.ts'
import { provisionClient } from '../../../scripts/provision-clients.ts'
import { launcher } from '../cli-house.ts'
import { runCommand } from '../run-command.ts'
import { storeOf } from '../store.ts'
import { startModel } from './scripted-model.ts'
import { scratchFolder, writeFiles } from '../../scratch.ts'

/** A user with Codex, and with a session of Claude Code that was ended within a command. */
async function openUser(model: string) {
  const home = scratchFolder()
  const write = (path: string, text: string): void => writeFiles(home, { [path]: text })
  const project = join(home, 'work')
  write(
    '.codex/config.toml',
    `
model = "gpt-5.1-codex"
model_provider = "scripted"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
[analytics]
enabled = false
[projects."${project}"]
trust_level = "trusted"
`,
  )
  write('bin/wuku', `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`)
  chmodSync(join(home, 'bin/wuku'), 0o755)
  symlinkSync(await provisionClient('codex'), join(home, 'bin/codex'))
  const [made] = makeSessions(1)
  if (!made) throw new Error('One session was asked for.')
  const running = { kind: 'run', command: 'npm run migrate', exit: 0, output: 'done' } as const
  const session = { ...made, project, steps: [...made.steps, running] }
  mkdirSync(project)
  writeSession(session, 'claude-code', join(home, '.claude'))
  const transcript = `.claude/projects/${project.replaceAll('/', '-')}/${session.id}.jsonl`
  write(transcript, readFileSync(join(home, transcript), 'utf8').slice(0, -80))
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    WUKU_HOME: join(home, 'data'),
    TERM: 'xterm-256color',
    ...storeOf(join(home, 'data')),
  }
  return { home, env, project, session }
}

const check = async (lineOf: (id: string, printed: string) => string) => {
  const model = await startModel({ calls: '', with: {}, says: 'I go on.' })
  const { home, env, project, session } = await openUser(model.address)
  const wuku = (...args: readonly string[]) => runCommand(args, { cwd: home, env })
  expect((await wuku('add', '--agent', 'claude-code')).stderr).toBe('')
  const printed = await wuku('handoff', session.id, '--to', 'codex')
  const child = spawn('script', ['-qefc', lineOf(session.id, printed.stdout.trim()), '/dev/null'], { cwd: home, env })
  const ended = new Promise((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
    // It asks its terminal where the cursor is.
    if (text.includes('\u001B[6n')) child.stdin.write('\u001B[1;1R')
  })
  const first = () => model.requests.find((request) => request.includes('Hand-over: ')) ?? ''
  await expect.poll(first, { message: written }).not.toBe('')
  expect(first()).toContain(`<cwd>${project}</cwd>`)
  const missing = session.facts.filter(({ text }) => !first().includes(JSON.stringify(text).slice(1, -1)))
  expect([missing, session.facts.length]).toEqual([[], 20])
  expect(first()).toContain('npm run migrate')
  expect(first()).toContain('It was cut off.')
}

it.each<[how: string, lineOf: (id: string, printed: string) => string]>([
  ['by what --to codex prints', (_, printed) => printed],
  ['by wuku itself at a terminal', (id) => `wuku handoff ${id} --to codex`],
])('Codex that is started %s has all facts of a session that was cut off in its first request', (_, lineOf) =>
  check(lineOf),
)
