import type { ReaderFacts } from '@wuku/core/ports/source-reader'

const patterns = [
  '**/*.jsonl',
  '**/*.jsonl.zst',
  '**/*.json',
  '**/*.db',
  '**/*.vscdb',
  '**/*.sqlite',
  '**/*.zip',
  '**/*.aider.chat.history.md',
  '**/agent-transcripts/*.txt',
  '**/tool-results/*.txt',
]

export const chatsFacts: ReaderFacts = {
  kind: 'chats',
  version: 3,
  archives: true,
  patterns,
  policy: { fields: { title: 0, headings: 0, path: 0 }, averageLength: 60, b: 0.3 },
}
