import { expect, it } from 'vitest'
import { snippetText, speakerOf } from '../../src/search/chat-search-shapes.ts'

it.each<
  [
    snippet: { role: 'user' | 'assistant'; source: 'content' | 'tool'; text: string; branch?: 'inactive' },
    who: string,
    said: string,
  ]
>([
  [{ role: 'user', source: 'content', text: 'Mend it' }, 'user', 'Mend it'],
  [{ role: 'assistant', source: 'content', text: 'Done', branch: 'inactive' }, 'assistant, taken back', 'Done'],
  [{ role: 'assistant', source: 'tool', text: 'export class Router {}' }, 'tool', 'export class Router {}'],
  [{ role: 'assistant', source: 'tool', text: 'Tool Bash\nls -l' }, 'tool Bash', 'ls -l'],
  [
    { role: 'assistant', source: 'content', text: 'Tool Bash\nis a line of mine' },
    'assistant',
    'Tool Bash\nis a line of mine',
  ],
])('%j is told as %s', (snippet, who, said) => expect([speakerOf(snippet), snippetText(snippet)]).toEqual([who, said]))
