import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { cacheFolder, treesFolder, usualSets } from './places.ts'
import { wantedTrees, type Wanted } from './sets.ts'

const USAGE = `node bench/code/repositories.ts [options]
  --mirrors <folder>  clones, bare or not, each as <owner>+<name>, <owner>/<name> or <name>; a repository that is not
                      there is cloned from its public address into .cache/bench/mirrors
  --sets <folder>     semble/ and commits/ with the commits; default ../shared/corpora/code beside the repository
  --only <name,...>   these trees alone, such as semble/axios or perf
Makes the trees of the code benchmark below .cache/bench/code, each a repository that shares the files of its clone.
A commit that a clone lacks is replaced by its newest one; .cache/bench/code/README.txt says which.`

async function makeTrees(mirrors: readonly string[], wanted: readonly Wanted[]): Promise<readonly string[]> {
  const notes: string[] = []
  for (const each of wanted) {
    const clone = mirrors.map((folder) => findClone(folder, each.repository)).find(Boolean) ?? (await clonePublic(each))
    const note = clone ? await makeTree(clone, each) : `${each.folder}: no clone of ${each.repository}`
    console.log(note)
    notes.push(note)
  }
  return notes
}

function findClone(mirrors: string, repository: string): string | undefined {
  const [owner = '', name = ''] = repository.split('/')
  return [`${owner}+${name}`, `${owner}/${name}`, name]
    .flatMap((place) => [place, `${place}.git`, `${place}/.git`, `${place}/repo`])
    .map((place) => join(mirrors, place))
    .find((place) => existsSync(join(place, 'objects')))
}

const ownMirrors = join(cacheFolder, 'mirrors')

async function clonePublic({ repository }: Wanted): Promise<string | undefined> {
  const place = join(ownMirrors, repository.replace('/', '+'))
  const address = `https://github.com/${repository}.git`
  return git(['clone', '--quiet', '--bare', address, place]).then(
    () => place,
    (error: Error) => void console.error(error.message),
  )
}

async function makeTree(clone: string, { folder, repository, revision }: Wanted): Promise<string> {
  const tree = join(treesFolder, folder)
  const newest = await git(['--git-dir', clone, 'rev-parse', 'HEAD'])
  const isHad = await hasCommit(clone, revision)
  const commit = isHad ? revision : newest
  if (commitOf(tree) !== commit || borrows(tree)) await checkOut(clone, tree, commit)
  const which = isHad ? 'as named' : `the newest, because ${revision} is not to be had`
  return `${folder}: ${repository} ${commit} (${which}), ${countFiles(tree).toLocaleString('en')} files`
}

const hasCommit = (clone: string, revision: string): Promise<boolean> =>
  git(['--git-dir', clone, 'cat-file', '-e', `${revision}^{commit}`]).then(
    () => true,
    () => false,
  )

/** The commit of a tree that was finished: its HEAD names one only in the end. */
export function commitOf(tree: string): string | undefined {
  const head = join(tree, '.git', 'HEAD')
  return existsSync(head) ? /^[0-9a-f]{40}$/m.exec(readFileSync(head, 'utf8'))?.[0] : undefined
}

/** A repository of its own, so that nothing above it is asked, with the history before that commit and nothing later. */
async function checkOut(clone: string, tree: string, commit: string): Promise<void> {
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  await git(['init', '--quiet', '--template=', tree])
  linkFiles(join(resolve(clone), 'objects'), join(tree, '.git', 'objects'))
  await git(['-C', tree, 'read-tree', commit])
  await git(['-C', tree, 'checkout-index', '--all', '--quiet']).catch((error: Error) => console.error(error.message))
  await git(['-C', tree, 'update-ref', '--no-deref', 'HEAD', commit])
}

/** The product reads no history from a repository that borrows its objects. */
const borrows = (tree: string): boolean => existsSync(join(tree, '.git', 'objects', 'info', 'alternates'))

/** Both folders hold the same files; where that cannot be, they are copied. */
function linkFiles(from: string, to: string): void {
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const [source, target] = [join(from, path), join(to, path)]
    if (!statSync(source).isFile()) continue
    mkdirSync(dirname(target), { recursive: true })
    try {
      linkSync(source, target)
    } catch {
      copyFileSync(source, target)
    }
  }
}

const countFiles = (tree: string): number =>
  readdirSync(tree, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/(^|[\\/])\.git([\\/]|$)/.test(entry.parentPath.slice(tree.length)),
  ).length

/** The user's settings of git change no byte of a tree. */
async function git(args: readonly string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const { stdout } = await promisify(execFile)('git', [...args], { env, maxBuffer: 2 ** 26 })
  return stdout.trim()
}

if (import.meta.main) {
  const { values: flags } = parseArgs({
    options: {
      mirrors: { type: 'string' },
      sets: { type: 'string', default: usualSets },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const only = flags.only?.split(',')
  const wanted = wantedTrees(resolve(flags.sets)).filter(
    ({ folder }) => !only || only.some((name) => folder === name || folder.startsWith(`${name}/`)),
  )
  if (flags.help) console.log(USAGE)
  else {
    const notes = await makeTrees([...(flags.mirrors ? [resolve(flags.mirrors)] : []), ownMirrors], wanted)
    if (!only) writeFileSync(join(treesFolder, 'README.txt'), `${notes.join('\n')}\n`)
  }
}
