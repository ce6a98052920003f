import type { ReaderFacts } from '@wuku/core/ports/source-reader'

const names =
  '*.jsonl *.jsonl.zst *.json *.db *.vscdb *.sqlite *.zip *.aider.chat.history.md agent-transcripts/*.txt tool-results/*.txt'
const patterns = names.split(' ').map((name) => `**/${name}`)

export const chatsFacts: ReaderFacts = {
  kind: 'chats',
  version: 3,
  archives: true,
  patterns,
  policy: { fields: { title: 0, headings: 0, path: 0 }, averageLength: 60, b: 0.3 },
}
