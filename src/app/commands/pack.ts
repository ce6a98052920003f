import { resolve } from 'node:path'
import { counted } from '../../engine/operations/counted.ts'
import { printJson } from '../../surfaces/cli/answer.ts'
import { usage } from '../../surfaces/cli/arguments.ts'
import type { Command, Flag, Input, Outcome } from '../../surfaces/cli/command.ts'
import { sizeOf } from '../../surfaces/cli/page.ts'
import { showProgress } from '../../surfaces/cli/progress.ts'
import { harmless } from '../../surfaces/cli/terminal.ts'
import { commandLine } from '../../text/show/shell-words.ts'
import type { MakeWish } from '../pack/make-pack.ts'
import { expandPath } from '../user-path.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'

const WHAT = ['docs', 'notes', 'project', 'key'] as const

const flags: readonly Flag[] = [
  {
    key: 'what',
    names: ['--what'],
    takes: 'text',
    choices: WHAT,
    says: 'What is packed: a library, a source of notes, the notes of a project; "key" shows your own key.',
    isRequired: true,
  },
  { key: 'name', names: ['--name'], takes: 'text', says: 'Which one: react@19, handbook, shop.' },
  { key: 'out', names: ['--out'], takes: 'text', says: 'The file to write. Default: its name and .wukupack, here.' },
  { key: 'licence', names: ['--licence', '--license'], takes: 'text', says: 'Licence of the texts, such as MIT.' },
]

/** Knowledge as one signed file. */
export const packCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'pack',
  title: 'Write library docs or notes into one signed file, searchable elsewhere at once',
  positional: ['what', 'name'],
  flags: () => flags,
  examples: [
    { says: 'A library', line: 'wuku pack docs react@19 --out react.wukupack --licence MIT' },
    { says: 'The notes of a project', line: 'wuku pack project shop --out shop.wukupack' },
    { says: 'Take it in, elsewhere', line: 'wuku add react.wukupack' },
    { says: 'What others need to trust your packs', line: 'wuku pack key' },
  ],
  run: (given, shell) => (given['what'] === 'key' ? showKey(input, shell) : pack(given, input, shell)),
})

async function showKey({ settings }: CommandsInput, { terminal: { out }, json }: LocalShell): Promise<Outcome> {
  const { packKey } = await import('../pack/pack-key.ts')
  const { fingerprint, file } = await packKey(settings.home)
  if (json) printJson(out, { fingerprint, file })
  else
    out.write(
      `${fingerprint}\nYour packs are signed with this key, which lies in ${harmless(file)}. Others trust it with:\n  wuku settings packs.trusted ${fingerprint}\n`,
    )
  return 'done'
}

async function pack(given: Input, { settings, surroundings }: CommandsInput, shell: LocalShell): Promise<Outcome> {
  const { makePack } = await import('../pack/make-pack.ts')
  const { what, name, out, licence } = given
  if (typeof name !== 'string' || name === '')
    throw usage('wuku pack: what to pack is needed.', 'Such as: wuku pack docs react@19')
  const file = resolve(
    typeof out === 'string'
      ? (expandPath(out, surroundings) ?? out)
      : `${name.replaceAll(/[^\p{L}\p{N}._@-]/gu, '-')}.wukupack`,
  )
  const display = showProgress(shell)
  try {
    const choose = await choosing(String(what), name, shell)
    const about = { settings, file, title: `${what}/${name}`, licence: typeof licence === 'string' ? licence : null }
    const { head, key } = await makePack({ ...about, choose, signal: shell.signal, progress: display.step })
    display.end()
    const documents = head.sources.reduce((sum, each) => sum + each.documents, 0)
    if (shell.json) printJson(shell.terminal.out, { file, fingerprint: key.fingerprint, ...head })
    else if (!shell.quiet)
      shell.terminal.out.write(
        `Packed ${counted(documents, 'document')} of ${harmless(name)} into ${harmless(file)} (${sizeOf(head.body.bytes)}), licence: ${harmless(head.licence ?? 'not stated')}.\n` +
          `Signed with ${key.fingerprint}\n${commandLine`Elsewhere: wuku add ${file} --trust ${key.fingerprint}`}\n`,
      )
    return 'done'
  } finally {
    display.end()
  }
}

async function choosing(what: string, name: string, shell: LocalShell): Promise<MakeWish['choose']> {
  const { libraryToPack, notesToPack } = await import('../pack/make-pack.ts')
  if (what === 'docs') return libraryToPack(name)
  if (what === 'notes') return notesToPack(name, (source) => source.name === name.replace(/^notes\//, ''))
  if (what !== 'project') throw usage(`"${what}" cannot be packed.`, `Give one of: ${WHAT.join(', ')}.`)
  const { sources } = await (await shell.engine()).workspace.belonging(name)
  return notesToPack(name, ({ id }) => sources.has(id))
}

const trustFlag: Flag = {
  key: 'trust',
  names: ['--trust'],
  takes: 'text',
  says: 'For a pack: the fingerprint of the key that it may be signed with.',
}

/** A pack is added like a folder. */
export const addingPacks = (add: Command, input: CommandsInput): Command<LocalShell> => ({
  ...add,
  flags: () => [...add.flags(), trustFlag],
  examples: [...add.examples, { says: 'A pack that somebody made', line: 'wuku add react.wukupack' }],
  run({ trust, ...given }, shell) {
    const { root } = given
    if (typeof root === 'string' && /\.wukupack$/i.test(root)) return addOne(root, trust, input, shell)
    if (trust !== undefined)
      throw usage('--trust is for packs.', 'Leave it out, or add a file that ends with .wukupack.')
    return add.run(given, shell)
  },
})

async function addOne(
  written: string,
  trust: unknown,
  { settings, surroundings }: CommandsInput,
  shell: LocalShell,
): Promise<Outcome> {
  const [{ addPack }, { openStore }] = await Promise.all([
    import('../pack/add-pack.ts'),
    import('../team/open-store.ts'),
  ])
  const file = resolve(expandPath(written, surroundings) ?? written)
  const store = await openStore(settings)
  try {
    const wish = { settings, store, file, trust: typeof trust === 'string' ? trust : undefined }
    const { pack: opened, ...taken } = await addPack({ ...wish, now: shell.now(), signal: shell.signal })
    const { head, fingerprint } = opened
    if (shell.json) printJson(shell.terminal.out, { file, fingerprint, ...head, ...taken })
    else if (!shell.quiet)
      shell.terminal.out.write(
        `${harmless(
          [
            ...(taken.shown.length > 0
              ? [
                  `Added ${taken.shown.join(', ')}: ${counted(taken.added, 'document')}, made ${head.made.slice(0, 10)}, licence: ${head.licence ?? 'not stated'}.`,
                ]
              : []),
            ...taken.there.map((name) => `${name} is here already, and stays as it is.`),
            ...(taken.analysed > 0
              ? [`${counted(taken.analysed, 'document')} came from another version of wuku, and were analysed again.`]
              : []),
            `Signed with ${fingerprint}`,
          ].join('\n'),
        )}\n`,
      )
    return 'done'
  } finally {
    await store.close()
  }
}
