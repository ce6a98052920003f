// Begins a single executable: unpacks wuku into the user's cache, once, and runs it from there.
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { homedir } = require('node:os')
const { dirname, join, sep } = require('node:path')
const { getAsset } = require('node:sea')
const { pathToFileURL } = require('node:url')
const { brotliDecompressSync } = require('node:zlib')

const packed = Buffer.from(getAsset('wuku'))
const name = `app-${createHash('sha256').update(packed).digest('hex').slice(0, 16)}`
const [first = '', ...rest] = process.argv.slice(2)
// Children are started like scripts of Node; they may have no environment that tells where the cache is.
const isScript = first.endsWith('.js') && first.includes(`${sep}${name}${sep}`)
const folder = isScript ? first.slice(0, first.indexOf(name) + name.length) : join(cacheFolder(), name)
if (!fs.existsSync(folder)) unpack()

const script = isScript ? first : join(folder, 'bin', 'wuku.js')
process.argv.splice(1, process.argv.length, script, ...(isScript ? rest : process.argv.slice(2)))
import(pathToFileURL(script).href).catch((error) => {
  process.stderr.write(`${error.stack || error}\n`)
  process.exitCode = 1
})

/** Made aside and then renamed: of two that start at once the first wins. */
function unpack() {
  const aside = `${folder}.${process.pid}`
  const bytes = brotliDecompressSync(packed)
  const headLength = bytes.readUInt32LE(0)
  let at = 4 + headLength
  for (const [path, length] of JSON.parse(bytes.toString('utf8', 4, at))) {
    fs.mkdirSync(dirname(join(aside, path)), { recursive: true })
    fs.writeFileSync(join(aside, path), bytes.subarray(at, (at += length)))
  }
  try {
    fs.renameSync(aside, folder)
  } catch (error) {
    if (!fs.existsSync(folder)) throw error
    fs.rmSync(aside, { recursive: true, force: true })
  }
}

function cacheFolder() {
  const { env, platform } = process
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'wuku')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'wuku')
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'wuku')
}
