import { readMarkdown } from '../reading/plain/markdown.ts'
import type { LanguageRules } from './rules.ts'

export const markdown: LanguageRules = {
  name: 'markdown',
  extensions: ['.md', '.markdown', '.mdx', '.mdown', '.mkd'],
  declarations: {},
  transparent: [],
  imports: {},
  comments: [],
  read: readMarkdown,
}
