import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`)
it.each([...['', 'docs', 'bench', 'deploy', '.github'].flatMap(markdownIn), ...packages])(
  'every link of %s leads to a file, and every anchor to a heading',
  (page) => {
    const broken = linksOf(page).filter((link) => !leadsSomewhere(page, link))
    expect(broken).toEqual([])
  },
)

/** Of the top folder, only what lies directly in it. */
function markdownIn(folder: string): readonly string[] {
  const names = readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
}

/** Links and pictures within the repository; code is left out. */
function linksOf(page: string): readonly string[] {
  const prose = read(page)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, link = '']) => (/^[a-z]+:/.test(link) ? [] : [link]))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || !target.endsWith('.md') || headingsOf(target).has(decodeURIComponent(anchor))
}

/** As GitHub makes anchors: lower case, no punctuation, dashes for spaces. */
function headingsOf(page: string): ReadonlySet<string> {
  const headings = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

const read = (page: string) => readFileSync(join(root, page), 'utf8')
