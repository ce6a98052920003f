/** Rewrites addresses in Markdown, outside of code: those for which nothing comes back stay. */
export function linksAs(markdown: string, citationOf: (address: string) => string | undefined): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark && (fence === undefined || mark.startsWith(fence))) fence = fence === undefined ? mark : undefined
      else if (fence === undefined) return rewritten(line, citationOf)
      return line
    })
    .join('\n')
}

/** Code in backticks is matched as a whole, so that no address is found in it. */
const ADDRESS = /`[^`]*`|https?:\/\/[^\s<>()[\]"'`]+/g

const rewritten = (line: string, citationOf: (address: string) => string | undefined): string =>
  line.includes('http')
    ? line.replaceAll(ADDRESS, (found) => {
        if (found.startsWith('`')) return found
        const address = found.replace(/[.,;:!?。，；：！？]+$/, '')
        const citation = citationOf(address)
        return citation === undefined ? found : citation + found.slice(address.length)
      })
    : line
