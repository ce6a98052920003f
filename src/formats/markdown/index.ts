import type { Format, FormatFile, Page } from '../format.ts'
import { titleOf } from '../title.ts'
import { cleanLines } from './clean.ts'
import { openContainers } from './containers.ts'
import { readFrontMatter } from './front-matter.ts'
import { fenceIndented } from './indented-code.ts'
import { layOut, type LaidOut } from './layout.ts'
import { linesOf } from './lines.ts'
import { withoutModules } from './modules.ts'
import { settleRaw } from './raw.ts'

/** Markdown of every builder of sites, MDX among them; whatever is not Markdown in it is made so, or goes. */
export const markdown: Format = {
  name: 'markdown',
  read: (file) => ({ page: readMarkdown(file) }),
}

export function readMarkdown({ path, text }: FormatFile): Page {
  const whole = text.replaceAll(/\r\n?/g, '\n')
  const { title, description, end } = readFrontMatter(whole)
  const page = cleanMarkdown(whole.slice(end), /\.mdx$/i.test(path))
  return {
    ...page,
    title: title ?? titleOf(page.text, path),
    ...(description !== undefined && { meta: { description } }),
  }
}

export function cleanMarkdown(text: string, isMdx = false): LaidOut {
  const opened = openContainers(withoutModules(linesOf(settleRaw(text)), isMdx))
  // Where JSX is indented, its text is no code.
  return layOut(cleanLines(isMdx ? opened : fenceIndented(opened)))
}
