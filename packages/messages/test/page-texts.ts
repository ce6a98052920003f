import { globSync } from 'node:fs'
import { describedTexts, readSource, saidTexts, type SaidText } from './said-texts.ts'

/** Files that make pages of the command line: each sentence in them is one for people. */
const FILES = [
  'packages/cli/src/commands/**/*.ts',
  'packages/kernel/src/base/answer-table.ts',
  'packages/{chats/src/chat-layout,pads/src/pad-layout}.ts',
  'packages/kernel/src/operations/{list-audit,render-*}.ts',
  'packages/kernel/src/operations/{describe-confidence,unsearched,open-operation,recall/render}.ts',
  'packages/kernel/src/operations/{add,import-changes,context-operation,embed,forget,move,project-operation,remove,share,start}.ts',
  'packages/terminal/src/{,accounts/,chats/,docs/,find/,pads/}*.ts',
  'packages/docs/src/operations/{add-documents,change-library,delete-library,document-operations,get-library-docs,import-shapes,library-shape,list-libraries,record-operations,refresh-library,statistics,upload-documents,which-version}.ts',
  'packages/notes/src/operations/{multi-get,note-history,related-notes,results,status}.ts',
  'packages/notes/src/writing/save.ts',
  'packages/code/src/{operations/verify,uses/describe-dependents}.ts',
  'packages/kernel/src/jobs/job-output.ts',
  'packages/kernel/src/search/{dated-continuation,own-past,search-trace}.ts',
  'packages/kernel/src/query/query-relaxation.ts',
]

export function pageTexts(): readonly SaidText[] {
  const known = new Set(saidTexts().map(({ text }) => text))
  const paths = globSync(FILES)
    .toSorted()
    .filter((path) => !OTHERS.test(path))
  const found = paths.flatMap((path) => describedTexts(readSource(path)).map((each) => ({ ...each, path })))
  return [
    ...new Map(
      found.filter(({ text }) => isSentence(text) && !known.has(text)).map((each) => [each.text, each]),
    ).values(),
  ]
}

/** Tables of flags, which `help-texts.ts` asks; and what the engine itself is asked. */
const OTHERS =
  /(?:docs\/docs-command|help|flags|call-server|operation-command)\.ts$|kernel\/src\/operations\/start\.ts$/

/** Words in a row, not a command, a name, a pattern or a path. */
const isSentence = (text: string): boolean =>
  /(?:^|[\s`"])[A-Za-z]{2,}[ ,:.]/.test(text) &&
  /[a-z]{2,} [a-z{"]|[a-z]{3,}[.:]$/.test(text) &&
  !/^(?:wuku|npm|claude|codex|gemini) /.test(text)
