// A process that runs for days runs from a copy of the package, so that an upgrade takes no file away from under it.
import { createHash } from 'crypto'
import fs from 'fs'
import { basename, dirname, join } from 'path'
import { isatty } from 'tty'
import { userCache } from './runtime.js'

const DAY = 24 * 60 * 60 * 1000
/** In a copy: the folder that it was made from, which is what other programs are told to start. */
const ORIGIN = 'installed-at'

/** Commands that go on until they are stopped. */
export function runsLong(words) {
  const command = words[0]
  if (command === undefined) return !isatty(0)
  return command === 'mcp' || command === 'serve' || (command === 'index' && words.includes('--watch'))
}

/** The folder to run from. Where no copy can be made, such as without a writable home, that is the package itself. */
export function runningCopy(home) {
  const folder = userCache()
  if (process.env.WUKU_RUN_IN_PLACE || dirname(home) === folder) return home
  try {
    const copy = join(folder, 'app-' + digestOf(home))
    if (!fs.existsSync(copy)) makeCopy(home, copy)
    for (const name of fs.readdirSync(copy)) if (isLeftBehind(name)) fs.unlinkSync(join(copy, name))
    fs.writeFileSync(join(copy, 'used-by-' + process.pid), '')
    return copy
  } catch {
    return home
  }
}

/** Names of parts hold a hash of what is in them, and the program names its parts: their bytes need not be read. */
function digestOf(home) {
  const app = join(home, 'dist', 'app')
  const hash = createHash('sha256').update(home)
  for (const name of fs.readdirSync(app)) hash.update(name + '\n')
  for (const path of [join(home, 'package.json'), join(app, 'main.js'), join(app, 'engine-thread.js')])
    hash.update(fs.readFileSync(path))
  hash.update(String(fs.statSync(join(home, 'dist')).mtimeMs))
  return hash.digest('hex').slice(0, 16)
}

/** Made aside and then renamed: of two that start at once the first wins. */
function makeCopy(home, copy) {
  const aside = copy + '.' + process.pid
  try {
    fs.mkdirSync(aside, { recursive: true, mode: 0o700 })
    for (const name of ['package.json', 'bin', 'dist']) copyInto(join(home, name), join(aside, name))
    fs.writeFileSync(join(aside, ORIGIN), home)
    linkParts(home, aside)
    fs.renameSync(aside, copy)
  } catch (error) {
    if (!fs.existsSync(copy)) throw error
  } finally {
    if (fs.existsSync(aside)) fs.rmSync(aside, { recursive: true, force: true })
  }
  const folders = fs.readdirSync(dirname(copy)).map((name) => join(dirname(copy), name))
  for (const folder of folders) if (isUnused(folder, home)) fs.rmSync(folder, { recursive: true, force: true })
}

/** Optional parts next to the package are not copied; what they need themselves is found from where they really are. */
function linkParts(home, copy) {
  fs.mkdirSync(join(copy, 'node_modules'))
  for (const name of ['@llamaindex', 'onnxruntime-node']) {
    const part = join(home, 'node_modules', name)
    if (fs.existsSync(part)) fs.symlinkSync(part, join(copy, 'node_modules', name), 'junction')
  }
}

function copyInto(from, to) {
  if (fs.statSync(from).isDirectory()) {
    fs.mkdirSync(to)
    for (const name of fs.readdirSync(from)) copyInto(join(from, name), join(to, name))
  } else if (!/-[\w-]{8}\.\w+(?:\.br|\.gz)?$/.test(from) || !linked(from, to))
    fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE)
}

/** What is named by a hash of its bytes never changes, so it need not lie on the disk twice. Other file systems and owners refuse. */
function linked(from, to) {
  try {
    fs.linkSync(from, to)
    return true
  } catch {
    return false
  }
}

/** A copy of an earlier state of the same package in which no process runs; a young one may belong to one that starts. */
function isUnused(folder, home) {
  try {
    if (!/^app-[0-9a-f]{16}$/.test(basename(folder)) || fs.readFileSync(join(folder, ORIGIN), 'utf8') !== home)
      return false
    const names = fs.readdirSync(folder)
    const isYoung = Date.now() - fs.statSync(folder).mtimeMs < DAY
    return !isYoung && !names.some((name) => name.startsWith('used-by-') && !isLeftBehind(name))
  } catch {
    return false
  }
}

/** The mark of a process that is no more. */
function isLeftBehind(name) {
  const pid = name.startsWith('used-by-') ? Number(name.slice('used-by-'.length)) : 0
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
