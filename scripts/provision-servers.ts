/** Fetches the servers of a team that tests run against: PostgreSQL, PgBouncer, Valkey, nginx and the S3 gateway of Ceph, as Debian has them. Nothing is installed in the system. */
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { closeSync, existsSync, globSync, lstatSync, openSync, readSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const SUITE = 'trixie'

/** The servers and every library that they link against. Without LLVM: PostgreSQL runs with `jit=off`. */
const packages = `
  postgresql-17 postgresql-client-17 postgresql-17-pgvector pgbouncer valkey-server valkey-tools radosgw ceph-common nginx patchelf
  libatomic1 libaudit1 libblkid1 libboost-context1.83.0 libboost-filesystem1.83.0 libboost-iostreams1.83.0 libboost-thread1.83.0
  libbrotli1 libbz2-1.0 libc6 libcap-ng0 libcap2 libcares2 libcom-err2 libcrypt1 libcurl3t64-gnutls libevent-2.1-7t64 libexpat1 libffi8
  libfmt10 libgcc-s1 libgmp10 libgnutls30t64 libgoogle-perftools4t64 libgssapi-krb5-2 libhogweed6t64 libibverbs1
  libicu76 libidn2-0 libjemalloc2 libk5crypto3 libkeyutils1 libkrb5-3 libkrb5support0 libldap2 liblua5.3-0 liblz4-1
  liblzf1 liblzma5 libnettle8t64 libnghttp2-14 libnghttp3-9 libngtcp2-16 libngtcp2-crypto-gnutls8 libnl-3-200
  libnl-route-3-200 liboath0t64 libp11-kit0 libpam0g libpcre2-8-0 libpq5 libpsl5t64 librabbitmq4 librados2 librdmacm1t64
  libreadline8t64 librgw2 librtmp1 libsasl2-2 libselinux1 libsnappy1v5 libsqlite3-0 libssh2-1t64 libssl3t64 libstdc++6
  libsystemd0 libtasn1-6 libtcmalloc-minimal4t64 libtinfo6 libudev1 libunistring5 libunwind8 libuuid1 libxml2 libxslt1.1 libxxhash0
  libzstd1 tzdata zlib1g
`
  .trim()
  .split(/\s+/)

export interface Servers {
  /** The program of this name. */
  program(name: ServerProgram): string
}

export type ServerProgram =
  | 'postgres'
  | 'initdb'
  | 'psql'
  | 'pg_dump'
  | 'pg_restore'
  | 'pg_basebackup'
  | 'pgbouncer'
  | 'nginx'
  | 'valkey-server'
  | 'valkey-cli'
  | 'radosgw'
  | 'radosgw-admin'

/** PostgreSQL refuses to run as root: it runs as nobody then, who cannot enter a home of root. */
const shelf =
  process.getuid?.() === 0
    ? '/var/cache/wuku-tests'
    : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'wuku-tests')

/** A folder of its own outside of the checkout: programs hold the full path of their loader. */
export async function provisionServers(): Promise<Servers> {
  const name = `servers-${SUITE}-${hash('sha256', packages.join()).slice(0, 12)}`
  const place = join(shelf, name)
  if (!existsSync(place)) {
    const aside = `${place}.${process.pid}`
    await mkdir(aside, { recursive: true })
    await unpack(aside)
    useOwnLibraries(aside, place)
    execFileSync('chmod', ['-R', 'a+rX', aside])
    // Two test runs may fetch at once: an entry on the shelf is complete, whichever was first.
    await rename(aside, place).catch(() => rm(aside, { recursive: true }))
  }
  return { program: (wanted) => join(place, folderOf(wanted), wanted) }
}

function folderOf(program: ServerProgram): string {
  if (program === 'pgbouncer' || program === 'nginx') return 'usr/sbin'
  return /^(?:valkey|radosgw)/.test(program) ? 'usr/bin' : 'usr/lib/postgresql/17/bin'
}

/** Packages as the archive signed them, by an apt that knows of no other source and of nothing that is installed. */
async function unpack(place: string): Promise<void> {
  const apt = join(place, 'apt')
  const debs = join(place, 'debs')
  for (const folder of ['lists/partial', 'cache/archives/partial']) await mkdir(join(apt, folder), { recursive: true })
  await mkdir(debs)
  await writeFile(join(apt, 'status'), '')
  await writeFile(join(apt, 'sources.list'), `deb [signed-by=${keyring(apt)}] ${await mirror()} ${SUITE} main\n`)
  const options = optionsOf(apt)
  run('apt-get', [...options, 'update'], debs)
  run('apt-get', [...options, 'download', ...packages], debs)
  for (const file of globSync('*.deb', { cwd: debs })) run('dpkg-deb', ['-x', file, place], debs)
  for (const folder of [apt, debs]) await rm(folder, { recursive: true })
}

const optionsOf = (apt: string): readonly string[] =>
  [
    `Dir::Etc::SourceList=${apt}/sources.list`,
    'Dir::Etc::SourceParts=/dev/null',
    'Dir::Etc::Preferences=/dev/null',
    'Dir::Etc::PreferencesParts=/dev/null',
    `Dir::State=${apt}`,
    `Dir::State::lists=${apt}/lists`,
    `Dir::State::status=${apt}/status`,
    `Dir::Cache=${apt}/cache`,
    'Acquire::Languages=none',
    'Acquire::Retries=5',
    'APT::Sandbox::User=root',
    'Debug::NoLocking=1',
  ]
    .flatMap((option) => ['-o', option])
    .concat('-qq')

/** The mirror that this machine uses already; the public one on a system that is not Debian. */
async function mirror(): Promise<string> {
  for (const file of globSync('/etc/apt/{sources.list,sources.list.d/*.{list,sources}}')) {
    const [found] = /https?:\/\/\S+\/debian(?=\/?(?:\s|$))/.exec(await readFile(file, 'utf8')) ?? []
    if (found !== undefined) return found
  }
  return 'http://deb.debian.org/debian'
}

/** Keys of Debian's archive; a system that is not Debian has them in a package. */
function keyring(apt: string): string {
  const installed = '/usr/share/keyrings/debian-archive-keyring.gpg'
  if (existsSync(installed)) return installed
  run('apt-get', ['-qq', 'download', 'debian-archive-keyring'], apt)
  for (const file of globSync('*.deb', { cwd: apt })) run('dpkg-deb', ['-x', file, 'keys'], apt)
  return join(apt, 'keys', installed)
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0)
    throw new Error(
      `"${command}" could not fetch the servers. The tests of the team store need a Linux with apt-get and dpkg-deb, and Debian's packages once.`,
      { cause: error },
    )
}

const programs = ['usr/lib/postgresql/17/bin/*', 'usr/sbin/{pgbouncer,nginx}', 'usr/bin/valkey-*', 'usr/bin/radosgw*']
/** Libraries that name a folder of the system, and so do not look into those of the program. */
const strayLibraries = ['usr/lib/*/{librados,librgw}.so.*', 'usr/lib/*/ceph/*.so*']

const filesOf = (patterns: readonly string[], place: string): readonly string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: place }))
    .map((path) => join(place, path))
    .filter((path) => !lstatSync(path).isSymbolicLink() && isElf(path))

function isElf(path: string): boolean {
  const file = openSync(path, 'r')
  const start = Buffer.alloc(4)
  readSync(file, start)
  closeSync(file)
  return start.equals(Buffer.from('\u007fELF', 'latin1'))
}

/** The loader and the libraries of its own release, since those of the system may be older. RPATH also serves libraries of libraries. */
function useOwnLibraries(aside: string, place: string): void {
  const [triplet, loader] =
    process.arch === 'arm64'
      ? ['aarch64-linux-gnu', 'ld-linux-aarch64.so.1']
      : ['x86_64-linux-gnu', 'ld-linux-x86-64.so.2']
  const libraries = join('usr/lib', triplet)
  const [from, to] = [join(aside, libraries), join(place, libraries)]
  const patch = (...args: readonly string[]) =>
    run(join(from, loader), ['--library-path', from, join(aside, 'usr/bin/patchelf'), ...args], aside)
  const rpath = ['--force-rpath', '--set-rpath', `${to}:${to}/ceph`]
  patch('--set-interpreter', join(to, loader), ...rpath, ...filesOf(programs, aside))
  patch(...rpath, ...filesOf(strayLibraries, aside))
}

if (import.meta.main) await provisionServers()
