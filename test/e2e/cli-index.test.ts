import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it } from 'vitest'
import { lastLine, launcher, openHouse, run, runInTerminal, type House } from './cli-house.ts'

let house: House
beforeEach(() => void (house = openHouse()))

const add = () => house.wuku('add', house.notes, '--name', 'demo')
const index = async (...args: readonly string[]) => lastLine((await house.wuku('index', '--json', ...args)).stdout)

/** Enough that a run takes a while. */
async function writeMany(count: number): Promise<void> {
  const body = 'Every word of this long chronicle was written by the light of a lamp. '.repeat(80)
  house.write('many/0.md', '')
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      writeFile(join(house.notes, 'many', `${number}.md`), `# Page ${number}\n\n${body}\n`),
    ),
  )
}

describe('wuku add and wuku index', () => {
  it('take in what is there, and then only what changed', async () => {
    expect((await add()).stdout).toContain('3 added')
    expect(await index()).toMatchObject({ added: 0, changed: 0, moved: 0, removed: 0, unchanged: 3, problems: [] })
    house.write('new.md', '# New\n\nfresh\n')
    house.write('tides.md', '# Tides\n\nchanged\n')
    await rename(join(house.notes, '潮汐.md'), join(house.notes, '潮水.md'))
    await rm(join(house.notes, 'plans'), { recursive: true })
    expect(await index('demo')).toMatchObject({ added: 1, changed: 1, moved: 1, removed: 1, unchanged: 0 })
  })

  it('register without indexing when asked to', async () => {
    await house.wuku('add', house.notes, '--name', 'demo', '--no-index')
    expect((await house.wuku('recall', 'Saltmarsh', '--json')).stdout).toContain('"hits":[]')
    expect(await index()).toMatchObject({ added: 3 })
  })

  it('change nothing in a dry run and name what is left out', async () => {
    await add()
    house.write('.gitignore', 'secret.md\n')
    house.write('secret.md', 'x')
    house.write('seen.md', 'x')
    expect(await index('--dry-run')).toMatchObject({
      added: 1,
      dryRun: true,
      skipped: expect.arrayContaining([expect.objectContaining({ path: 'secret.md' })]),
    })
    expect(await index('--dry-run')).toMatchObject({ added: 1 })
  })

  it('name everything that was left out, each rule in one line', async () => {
    await Promise.all(Array.from({ length: 9 }, (_, at) => symlink('tides.md', join(house.notes, `link-${at}.md`))))
    house.write('picture.png', 'x')
    const { stdout } = await add()
    expect(stdout).toContain(
      'a link to a file that is indexed under its own path (9): link-0.md, link-1.md, link-2.md, link-3.md, link-4.md and 4 more\n',
    )
    expect(stdout).toContain(
      'not matched by **/*.{md,markdown,mdx,txt,org,rst,adoc,asciidoc,html,htm,xhtml,pdf,docx,pptx,epub}: picture.png\n',
    )
    expect((await house.wuku('add', house.notes, '--name', 'demo', '--verbose')).stdout).toContain('link-8.md: link to')
    expect((await house.wuku('index')).stdout).toBe(
      'notes/demo is up to date: 3 documents. 10 left out: wuku index --verbose\n',
    )
    expect((await house.wuku('index', '--verbose')).stdout).toContain('link-8.md: link to')
  })

  it('name what is left out of documentation, with remedies apart', async () => {
    for (const [path, text] of Object.entries({ 'a.png': 'x', 'broken.md': 'a\0b', '.git/HEAD': 'x' }))
      house.write(path, text)
    const { stdout } = await house.wuku('add', house.notes, '--kind', 'docs', '--name', 'sea', '--json')
    expect(lastLine(stdout)).toMatchObject({
      skipped: expect.arrayContaining([
        { path: 'a.png', why: 'not a document; documents may include parts of it', source: 'sea@latest' },
        expect.objectContaining({ path: '.git/' }),
      ]),
      problems: [
        { path: 'broken.md', said: expect.stringMatching(/content\.$/), remedy: expect.stringContaining('UTF-8') },
      ],
    })
  })

  it('call a folder that vanished missing, and no longer fresh', async () => {
    await add()
    await rename(house.notes, join(house.folder, 'elsewhere'))
    const { stdout } = await house.wuku('sources')
    expect(stdout).toContain('notes/demo is missing since')
    expect(stdout).not.toContain('fresh')
    expect((await house.wuku('doctor')).stdout).toContain('is missing; what was indexed is still found')
    expect((await house.wuku('recall', 'Cormorant')).stdout).toContain('The folder of some of these is missing')
  })

  it('say nothing when quiet, and report a root that is gone', async () => {
    expect(await house.wuku('add', house.notes, '--name', 'demo', '--quiet')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    await rename(house.notes, join(house.folder, 'elsewhere'))
    expect(await index()).toMatchObject({
      removed: 0,
      problems: [expect.objectContaining({ remedy: expect.any(String) })],
    })
  })

  it('print progress as JSON lines, with the report last', async () => {
    await writeMany(300)
    const { stdout } = await house.wuku('add', house.notes, '--name', 'demo', '--json')
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.slice(0, -1).every((line) => 'progress' in line)).toBe(true)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.at(-1)).toMatchObject({ added: 303 })
  })

  it('draw one line in a terminal and wipe it away', async () => {
    await writeMany(300)
    const { stdout, code } = await runInTerminal(['add', house.notes, '--name', 'demo'], {
      cwd: house.folder,
      env: house.env,
    })
    expect(stdout).toMatch(/of 303/)
    expect(stdout).toContain('\r\u001B[KAdded')
    expect(code).toBe(0)
  })
})

describe('folder descriptions', () => {
  it('are stored, and leave the settings file as it is', async () => {
    await add()
    const settings = join(house.env['WUKU_HOME'] ?? '', 'settings.yaml')
    const written = '# mine\ntools: [core]\ncontexts:\n  demo: The harbour\n'
    await writeFile(settings, written)
    expect((await house.wuku('context', 'add', 'demo/plans', 'What the harbour office plans')).code).toBe(0)
    expect((await house.wuku('context', 'list')).stdout).toBe(
      'demo: The harbour (declared in settings.yaml)\ndemo/plans: What the harbour office plans\n',
    )
    expect((await house.wuku('recall', 'Cormorant')).stdout).toContain('The harbour · What the harbour office plans')
    expect((await house.wuku('context', 'remove', 'demo/plans')).code).toBe(0)
    const { code, stderr } = await house.wuku('context', 'remove', 'demo')
    expect([code, stderr]).toEqual([1, expect.stringContaining(`declared in ${settings}`)])
    expect(stderr).toContain('below "contexts:"')
    expect((await house.wuku('context', 'list')).stdout).toBe('demo: The harbour (declared in settings.yaml)\n')
    expect(await readFile(settings, 'utf8')).toBe(written)
  })

  it('are refused with a remedy where the settings file is not valid YAML', async () => {
    await mkdir(house.env['WUKU_HOME'] ?? '', { recursive: true })
    await writeFile(join(house.env['WUKU_HOME'] ?? '', 'settings.yaml'), 'contexts: [\n')
    const { code, stderr } = await house.wuku('context', 'list')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/settings\.yaml is not valid YAML[^]*Fix that line/)])
  })

  it('are not lost when several processes write at once', async () => {
    await add()
    const folders = ['a', 'b', 'c', 'd', 'e', 'f']
    const ended = await Promise.all(
      folders.map((name) => house.wuku('context', 'add', `demo/${name}`, `about ${name}`)),
    )
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(folders.map(() => [0, '']))
    const { contexts } = lastLine((await house.wuku('context', 'list', '--json')).stdout) as { contexts: unknown[] }
    expect(contexts).toHaveLength(folders.length)
  })
})

it('named projects lose nothing when several processes write at once', async () => {
  await add()
  const folders = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => join(house.notes, name))
  await Promise.all(folders.map((folder) => mkdir(folder)))
  const ended = await Promise.all(folders.map((folder) => house.wuku('project', 'add', 'harbour', folder)))
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(folders.map(() => [0, '']))
  const { projects } = lastLine((await house.wuku('project', 'list', '--json')).stdout) as {
    projects: { members: { member: string }[] }[]
  }
  expect(projects.map(({ members }) => members.map(({ member }) => member).toSorted())).toEqual([
    await Promise.all(folders.map((folder) => realpath(folder))),
  ])
})

it('several processes open a cold store at once and update one source together', async () => {
  const ended = await Promise.all(Array.from({ length: 5 }, add))
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, '']))
  expect(await index()).toMatchObject({ added: 0, unchanged: 3 })
})

describe('an end before the end', () => {
  it('is clean after Ctrl-C, and the next run goes on', async () => {
    await writeMany(3_000)
    const child = start('add', house.notes, '--name', 'demo', '--json')
    await firstLineWith(child, '"stage":"read"')
    child.kill('SIGINT')
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(1)
    expect(await index()).toMatchObject({ problems: [] })
    expect(await index()).toMatchObject({ added: 0, unchanged: 3_003 })
  })

  it('of wuku index says so too, and nothing about what it did not reach', async () => {
    await mkdir(join(house.folder, 'other'))
    await writeFile(join(house.folder, 'other/a.md'), '# A')
    await writeMany(3_000)
    await add()
    await house.wuku('add', join(house.folder, 'other'))
    const child = start('index', '--force', '--json')
    const lines = createInterface({ input: child.stdout })
    const said: string[] = []
    for await (const line of lines) {
      said.push(line)
      // A second one would end it at once.
      if (line.includes('"stage":"read"') && !child.killed) child.kill('SIGINT')
    }
    expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({ error: { code: 'cancelled' } })
    expect(child.exitCode ?? ((await once(child, 'close')) as [number])[0]).toBe(1)
    expect((await house.wuku('index')).stdout).toBe('All is up to date: 2 sources, 3,004 documents.\n')
  })

  it('loses little after kill -9, and the next run goes on', async () => {
    await writeMany(3_000)
    const child = start('add', house.notes, '--name', 'demo', '--json')
    await firstLineWith(child, '"stage":"read"')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await index()).toMatchObject({ problems: [] })
    expect(await index()).toMatchObject({ added: 0, unchanged: 3_003 })
  })
})

it('wuku index --watch tells what changes until Ctrl-C, and ends with 0', async () => {
  await add()
  const child = start('index', '--watch')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('notes/demo is up to date: 3 documents.')
  house.write('plans/new.md', '# New\n\nfresh\n')
  expect((await lines.next()).value).toBe('notes/demo: 1 added')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

const start = (...args: readonly string[]) =>
  spawn(process.execPath, [launcher, ...args], {
    cwd: house.folder,
    env: house.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

async function firstLineWith(child: ReturnType<typeof start>, words: string): Promise<void> {
  for await (const line of createInterface({ input: child.stdout })) if (line.includes(words)) return
}

it('takes over the collections of qmd', async () => {
  const config = join(house.folder, '.config', 'qmd')
  await run(['mkdir', '-p', config], { cwd: house.folder, env: house.env })
  await writeFile(
    join(config, 'index.yml'),
    `collections:\n  demo:\n    path: ~/notes\n    context:\n      plans: What is planned\n`,
  )
  const { code, stdout } = await house.wuku('add', '--from', 'qmd')
  expect(stdout).toContain('3 added')
  expect(code).toBe(0)
  expect((await house.wuku('search', 'Cormorant')).stdout).toContain('demo/plans/harbour.md')
})
