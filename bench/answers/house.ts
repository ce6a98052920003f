import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAgent, wuku, type Agent } from '../freshness/agent.ts'

const repository = join(import.meta.dirname, '../..')

const sources = [
  { kind: 'notes', name: 'handbook', place: 'docs' },
  { kind: 'code', name: 'wuku', place: 'packages' },
  { kind: 'docs', name: 'guides', place: 'docs/guides' },
  { kind: 'chats', name: 'chats', place: 'test/fixtures/chats' },
] as const

const pads = [
  { title: 'Open questions', content: 'How long may a citation be?\n\nWhich formats are read next?' },
  {
    title: 'Findings',
    content: 'A scratchpad holds what an agent found, until the work is done.\n\n- 草稿本保存中间结果',
  },
  { title: 'Plan', content: '1. Measure the answers\n2. Leave out what repeats the question\n3. Measure again' },
] as const

/** This repository as a user has it: something of each storehouse, and an agent with the tools that it gets by default. */
export async function openHouse(): Promise<Agent> {
  execFileSync(process.execPath, [join(repository, 'scripts/build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wuku-answers-')))
  const machine = { home, folder: repository }
  for (const { kind, name, place } of sources)
    wuku(machine, 'add', join(repository, place), '--kind', kind, '--name', name, '--quiet')
  const agent = await openAgent(machine, '--no-watch')
  await writePads(agent)
  return {
    ...agent,
    async close() {
      await agent.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function writePads(agent: Agent): Promise<void> {
  const { structuredContent } = await agent.call('create-workflow', { name: 'What an answer costs' })
  const { workflow } = structuredContent as { readonly workflow: { readonly id: string } }
  for (const pad of pads) await agent.call('create-scratchpad', { workflow_id: workflow.id, ...pad })
}
