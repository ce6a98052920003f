import { msg, tr } from '@wuku/messages/cli'
import { moreFlags } from '@wuku/terminal/flags'
import { resolve } from 'node:path'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input, Outcome } from '@wuku/terminal/command-types'
import { sizeOf } from '@wuku/kernel/base/answer-table'
import { printChange, printLines } from '@wuku/terminal/command-page'
import { withProgress } from '@wuku/terminal/progress'
import { harmless } from '@wuku/terminal/terminal'
import { commandLine } from '@wuku/text/show/shell-words'
import type { AddedPack } from '@wuku/transfer/pack/packs'
import type { PackHeader } from '@wuku/transfer/pack/pack-file'
import { expandPath } from '@wuku/settings/user-path'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

const WHAT = ['docs', 'notes', 'project', 'key'] as const

export const packCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'pack',
  title: 'Write library docs or notes into one signed file, searchable elsewhere at once',
  positional: ['what', 'name'],
  flags: () => ({
    '--what TEXT': {
      description: 'What is packed: a library, a source of notes, what a project knows; "key" shows your own key.',
      choices: WHAT,
      isRequired: true,
    },
    '--name TEXT': 'Which one: react@19, handbook, shop.',
    '--out TEXT': 'The file to write. Default: its name and .wukupack, here.',
    '--licence, --license TEXT': 'Licence of the texts, such as MIT.',
  }),
  examples: [
    { description: 'A library', line: 'wuku pack docs react@19 --out react.wukupack --licence MIT' },
    {
      description: 'Notes, decisions and scratchpads of a project',
      line: 'wuku pack project shop --out shop.wukupack',
    },
    { description: 'Take it in, elsewhere', line: 'wuku add react.wukupack' },
    { description: 'What others need to trust your packs', line: 'wuku pack key' },
  ],
  run: (given, shell) => (given['what'] === 'key' ? showKey(input, shell) : pack(given, input, shell)),
})

async function showKey({ settings }: CommandsInput, shell: LocalShell): Promise<Outcome> {
  const { packKey } = await import('@wuku/transfer/pack/pack-key')
  const { fingerprint, file } = await packKey(settings.home)
  return printLines(shell, { fingerprint, file }, () => [
    fingerprint,
    tr(msg('yourPacksSignedKeyWhich', { file: harmless(file) })),
    tr(msg('othersTrustSettingsPacksTrusted', { fingerprint })),
  ])
}

async function pack(given: Input, { settings, environment }: CommandsInput, shell: LocalShell): Promise<Outcome> {
  const { makePack } = await import('@wuku/transfer/pack/packs')
  const { what, name: written, out, licence } = given
  if (typeof written !== 'string' || written === '') throw usage(msg('packWhatPackNeeded'))
  const { name, choose } = await choosing(String(what), written, shell)
  const file = resolve(
    typeof out === 'string'
      ? (expandPath(out, environment) ?? out)
      : `${name.replaceAll(/[^\p{L}\p{N}._@-]/gu, '-')}.wukupack`,
  )
  const about = { settings, file, title: `${what}/${name}`, licence: typeof licence === 'string' ? licence : null }
  const { head, key } = await withProgress(shell, ({ step }) =>
    makePack({ ...about, choose, signal: shell.signal, progress: step }),
  )
  const { fingerprint } = key
  return printChange(shell, { file, fingerprint, ...head }, () => renderPacked(head, { file, fingerprint }))
}

const renderPacked = (
  { sources, body, licence }: PackHeader,
  { file, fingerprint }: { readonly file: string; readonly fingerprint: string },
): readonly string[] => [
  ...sources.map(({ kind, name, documents }) => tr(msg('packed', { value: harmless(`${kind}/${name}`), documents }))),
  tr(msg('written', { file: harmless(file), bytes: sizeOf(body.bytes) })),
  describeLicence(licence),
  tr(msg('signed', { fingerprint })),
  ...(sources.some(({ name }) => name.endsWith('-scratchpads'))
    ? [tr('Scratchpads are in it, their secrets masked: look at them before you hand it on.')]
    : []),
  tr(msg('elsewhere', { command: commandLine`wuku add ${file} --trust ${fingerprint}` })),
]

const describeLicence = (licence: string | null): string =>
  licence === null ? tr('Licence: not stated.') : tr(msg('licence', { licence: harmless(licence) }))

/** A folder that was written stays here. */
async function choosing(what: string, name: string, shell: LocalShell) {
  const { libraryToPack, notesToPack, projectToPack } = await import('@wuku/transfer/pack/packs')
  if (what === 'docs') return { name, choose: libraryToPack(name) }
  if (what === 'notes') return { name, choose: notesToPack(name.replace(/^notes\//, '')) }
  if (what !== 'project') throw usage(msg('cannotPacked', { what, what2: WHAT.join(', ') }))
  const project = await (await shell.engine()).workspace.projectScope(name)
  return { name: project.name, choose: projectToPack(project) }
}

/** A pack is added like a folder. */
export const addingPacks = (add: Command, input: CommandsInput): Command<LocalShell> => ({
  ...add,
  flags: () => moreFlags(add, { '--trust TEXT': 'For a pack: the fingerprint of the key that it may be signed with.' }),
  examples: [...add.examples, { description: 'A pack that somebody made', line: 'wuku add react.wukupack' }],
  run({ trust, ...given }, shell) {
    const { root } = given
    if (typeof root === 'string' && /\.wukupack$/i.test(root)) return addOne(root, trust, input, shell)
    if (trust !== undefined) throw usage(msg('trustPacks'))
    return add.run(given, shell)
  },
})

async function addOne(written: string, trust: unknown, { settings, environment }: CommandsInput, shell: LocalShell) {
  const { addPack } = await import('@wuku/transfer/pack/packs')
  const { openBlobs } = await import('@wuku/instances/team/open-blobs')
  const { openStore } = await import('@wuku/settings/team-open-store')
  const file = resolve(expandPath(written, environment) ?? written)
  const store = await openStore(settings)
  try {
    const blobs = openBlobs(settings, environment)
    const request = { settings, store, blobs, file, trust: typeof trust === 'string' ? trust : undefined }
    const added = await addPack({ ...request, now: shell.now(), signal: shell.signal })
    const { pack: opened, ...counts } = added
    const { head, fingerprint } = opened
    return printChange(shell, { file, fingerprint, ...head, ...counts }, () => renderAdded(added))
  } finally {
    await store.close()
  }
}

const renderAdded = ({ pack: { head, fingerprint }, shown, there, added, analysed }: AddedPack): readonly string[] => [
  ...(shown.length > 0
    ? [
        tr(msg('addedMade', { shown: harmless(shown.join(', ')), documents: added, made: head.made.slice(0, 10) })),
        describeLicence(head.licence),
      ]
    : []),
  ...there.map((name) => tr(msg('hereAlreadyStays', { name: harmless(name) }))),
  ...(analysed > 0 ? [tr(msg('cameFromAnotherVersionWere2', { documents: analysed }))] : []),
  tr(msg('signed', { fingerprint })),
]
