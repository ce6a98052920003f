import { msg, tr } from '@wuku/messages/cli'
import { resolve } from 'node:path'
import { textIn, usage } from '@wuku/terminal/arguments'
import type { Command, FlagTable, Input } from '@wuku/terminal/command-types'
import { sizeOf } from '@wuku/kernel/base/answer-table'
import { printChange } from '@wuku/terminal/command-page'
import { withProgress } from '@wuku/terminal/progress'
import { harmless } from '@wuku/terminal/terminal'
import { commandLine } from '@wuku/text/show/shell-words'
import { exportParts, type ExportPart } from '@wuku/transfer/export/manifest'
import { expandPath } from '@wuku/settings/user-path'
import type { CommandsInput, LocalShell } from '../local-shell.ts'
import type { Imported } from '@wuku/transfer/export/import'

const folderFlag: FlagTable = {
  '--folder TEXT': { description: 'The folder of the export.', isRequired: true },
}

const onlyFlag: FlagTable = { '--only A,B': msg('onlyTheseParts', { parts: exportParts.join(', ') }) }

export const exportCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'export',
  title: 'Write scratchpads, conversations and library docs into a folder, as files',
  positional: ['folder'],
  flags: () => ({
    ...folderFlag,
    ...onlyFlag,
    '--workflow TEXT': 'Only this workflow, by id or name.',
    '--library TEXT': 'Only this library, or one version: react@19.',
  }),
  examples: [
    { description: 'All of it', line: 'wuku export ~/wuku-export' },
    { description: 'Scratchpads alone', line: 'wuku export ~/pads --only pads' },
    { description: 'One workflow', line: 'wuku export ~/login --workflow "Login page"' },
    { description: 'One version of a library', line: 'wuku export ~/react --library react@19' },
  ],
  async run(given, shell) {
    const { exportStore } = await import('@wuku/transfer/export/export')
    const { openBlobs } = await import('@wuku/instances/team/open-blobs')
    const folder = folderIn('export', given, input)
    const [workflow, library] = [textIn(given, 'workflow'), textIn(given, 'library')]
    const only = onlyIn(given, namedParts({ workflow, library }))
    const blobs = openBlobs(input.settings, input.environment)
    const request = { settings: input.settings, blobs, folder, only, workflow, library, signal: shell.signal }
    const { parts, files, moment } = await withProgress(shell, ({ step }) =>
      exportStore({ ...request, progress: step }),
    )
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    return printChange(shell, { folder, moment, parts, files: files.length, bytes }, () => [
      tr(msg('exported', { files: files.length, bytes: sizeOf(bytes), folder: harmless(folder) })),
      ...(parts.some(({ is }) => is === 'workflow')
        ? [tr('Scratchpads are in it as they were written: look at them before you hand it on.')]
        : []),
      ...(parts.some((part) => 'originals' in part)
        ? [tr('Original files of documentation are in it unmasked, as they came.')]
        : []),
      tr(msg('takeItInElsewhere', { command: commandLine`wuku import ${folder}` })),
    ])
  },
})

export const importCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'import',
  title: 'Take in what "wuku export" wrote; what is here already stays as it is',
  positional: ['folder'],
  flags: () => ({ ...folderFlag, ...onlyFlag }),
  examples: [
    { description: 'All of it', line: 'wuku import ~/wuku-export' },
    { description: 'Conversations alone', line: 'wuku import ~/wuku-export --only chats' },
  ],
  async run(given, shell) {
    const { importStore } = await import('@wuku/transfer/export/import')
    const { openStore } = await import('@wuku/settings/team-open-store')
    const folder = folderIn('import', given, input)
    const engine = await shell.engine()
    const store = await openStore(input.settings)
    try {
      const request = { folder, only: onlyIn(given, undefined), engine, store, signal: shell.signal }
      const { manifest, ...done } = await withProgress(shell, ({ step }) => importStore({ ...request, progress: step }))
      return printChange(shell, { folder, moment: manifest.moment, ...done }, () => summaryLines(done).map(harmless))
    } finally {
      await store.close()
    }
  },
})

const NOUNS: Readonly<Record<ExportPart, string>> = {
  pads: 'Scratchpads',
  chats: 'Conversations',
  docs: 'Pages of libraries',
  notes: 'Notes without a folder',
  annotations: 'Descriptions, projects and forgettings',
}

const summaryLines = ({ added, kept: retained, forgotten, analysed, missing }: Omit<Imported, 'manifest'>) => [
  ...exportParts
    .filter((part) => added[part] + retained[part] > 0)
    .map((part) =>
      tr(msg('addedHereAlreadyWhichStay', { nouns: NOUNS[part], added: added[part], retained: retained[part] })),
    ),
  ...(forgotten > 0 ? [tr(msg('wereForgottenHereDoNot', { forgotten }))] : []),
  ...(analysed > 0 ? [tr(msg('cameFromAnotherVersionWere', { analysed }))] : []),
  ...(missing.length > 0 ? [tr(msg('notHereYetAddThem', { missing: missing.join(', ') }))] : []),
]

function folderIn(command: 'export' | 'import', { folder }: Input, { environment }: CommandsInput): string {
  if (typeof folder !== 'string' || folder.trim() === '')
    throw usage(msg('folderNeeded', { command: commandLine`wuku ${command} --help` }))
  return resolve(expandPath(folder, environment) ?? folder)
}

/** A workflow that is named means pads, and a library means docs. */
function namedParts({ workflow, library }: { workflow?: string | undefined; library?: string | undefined }) {
  if (workflow === undefined && library === undefined) return undefined
  return exportParts.filter(
    (part) => (part === 'pads' && workflow !== undefined) || (part === 'docs' && library !== undefined),
  )
}

function onlyIn({ only }: Input, named: readonly ExportPart[] | undefined): ReadonlySet<ExportPart> {
  if (!Array.isArray(only)) return new Set(named ?? exportParts)
  const written = only.flatMap((each) => String(each).split(',')).map((each) => each.trim())
  const known = exportParts.filter((part) => written.includes(part))
  const unknownPart = written.find((each) => !known.some((part) => part === each))
  if (unknownPart !== undefined) throw usage(msg('onlyNames', { unknownPart, exportParts: exportParts.join(', ') }))
  return new Set(known)
}
