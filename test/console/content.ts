import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFiles } from '../scratch.ts'
import type { House } from './house.ts'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'chats')

const notes: Readonly<Record<string, string>> = {
  'tides.md':
    '---\ntags: [sea, harbour]\n---\n# Tides\n\nThe moon pulls the sea, and the harbour of Saltmarsh runs dry twice a day. See [[plans/dredging]].\n\n## Table\n\n| port | high |\n|---|---|\n| Saltmarsh | 04:10 |\n',
  'plans/dredging.md':
    '# Dredging plan\n\n#harbour\n\nDredging starts in March with the barge Cormorant.\n\n```ts\nexport const barge = "Cormorant"\n```\n',
  '潮汐.md': '# 潮汐\n\n月亮牵引海水，每天两次涨潮。港口在退潮时会干涸。\n',
}

const before: Readonly<Record<string, string>> = {
  'src/tide.ts':
    'import { moon } from "./moon.ts"\n\n/** Height of the tide at an hour. */\nexport function tideHeight(hour: number): number {\n  return Math.cos(hour / 6) * moon()\n}\n',
  'src/moon.ts': '/** Pull of the moon. */\nexport const moon = (): number => 2\n',
  'README.md': '# Harbour\n\nHeights of tides for pilots.\n',
}
const after: Readonly<Record<string, string>> = {
  'src/tide.ts': before['src/tide.ts']?.replace('hour / 6', 'hour / 6.2') ?? '',
  'src/pilot.ts':
    'import { tideHeight } from "./tide.ts"\n\nexport class Pilot {\n  mayEnter(hour: number): boolean {\n    return tideHeight(hour) > 1\n  }\n}\n',
}

export interface Content {
  readonly notes: string
  readonly repository: string
  readonly chats: string
}

/** Folders of a user with something for each storehouse. */
export async function writeContent(folder: string): Promise<Content> {
  const place = { notes: join(folder, 'handbook'), repository: join(folder, 'harbour'), chats: join(folder, 'chats') }
  await writeAll(place.notes, notes)
  await writeAll(place.repository, before)
  const git = (...args: readonly string[]): void => {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', '-c', 'commit.gpgsign=false']
    execFileSync('git', [...who, ...args], { cwd: place.repository, stdio: 'ignore' })
  }
  git('init', '--initial-branch=main')
  git('add', '.')
  git('commit', '-m', 'Heights of tides')
  await writeAll(place.repository, after)
  git('add', '.')
  git('commit', '-m', 'Pilots ask whether a ship may enter')
  await cp(join(fixtures, 'claude-code'), place.chats, { recursive: true })
  return place
}

/** The sources and documents of this repository: enough for pictures of a house that is lived in. */
export async function copyRepository(folder: string): Promise<Content> {
  const root = join(import.meta.dirname, '..', '..')
  const place = { notes: join(folder, 'handbook'), repository: join(folder, 'harbour'), chats: join(folder, 'chats') }
  await cp(join(root, 'docs'), place.notes, { recursive: true })
  // A table of words is no code that anybody reads, and a warning in every picture.
  const filter = (path: string): boolean => !path.endsWith('common-words-table.ts')
  await cp(join(root, 'packages'), join(place.repository, 'packages'), { recursive: true, filter })
  await cp(join(fixtures, 'claude-code'), place.chats, { recursive: true })
  return place
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  writeFiles(folder, files)
}

export const documents = (version: string): readonly { readonly path: string; readonly text: string }[] => [
  {
    path: 'guide/start.md',
    text: `# Getting started\n\nInstall Tidewater ${version} with your package manager, then call \`openGate()\` at high tide.\n\n\`\`\`js\nimport { openGate } from 'tidewater'\nawait openGate({ height: 3 })\n\`\`\`\n`,
  },
  {
    path: 'guide/gates.md',
    text: `# Gates\n\nA gate opens when the tide is above its sill. ${version === '2.0.0' ? 'Since 2.0 gates close by themselves.' : 'Close it by hand.'}\n`,
  },
]

/** What a house has beyond its folders: a library with two versions, and what an agent wrote. */
export async function fill(ask: House['ask']): Promise<void> {
  const { library_id: library } = await ask<{ library_id: number }>('POST', '/libraries', {
    name: 'Tidewater',
    description: 'Gates of harbours',
  })
  for (const version of ['1.0.0', '2.0.0']) {
    await ask('POST', '/operations/add-documents', { library: String(library), version, documents: documents(version) })
  }
  const { workflow } = await ask<{ workflow: { id: string } }>('POST', '/operations/create-workflow', {
    name: 'Dredge the harbour',
  })
  const { scratchpad } = await ask<{ scratchpad: { id: string } }>('POST', '/operations/create-scratchpad', {
    workflow_id: workflow.id,
    title: 'Depths',
    content: '# Depths\n\nThe sill lies at 1.2 m.\n',
  })
  await ask('POST', '/operations/append-scratchpad', { id: scratchpad.id, content: '\nThe basin lies at 3.4 m.\n' })
}
