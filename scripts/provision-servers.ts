/**
 * Fetches the servers of a team that tests run against, as Debian has them: PostgreSQL, PgBouncer, Valkey, nginx and the S3 gateway
 * of Ceph; of an older release ClickHouse and ZooKeeper, which the newer one no longer has. Nothing is installed in the system.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  unlinkSync,
} from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

interface Suite {
  readonly name: string
  /** The servers and every library that they link against. */
  readonly packages: readonly string[]
  /** Files that get the loader of the release, and such as only get its libraries. */
  readonly programs: readonly string[]
  readonly strayLibraries: readonly string[]
  /** Folders with libraries besides the usual one. */
  readonly libraryFolders: readonly string[]
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Without LLVM: PostgreSQL runs with `jit=off`. */
const team: Suite = {
  name: 'trixie',
  packages: words(`
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
`),
  programs: ['usr/lib/postgresql/17/bin/*', 'usr/sbin/{pgbouncer,nginx}', 'usr/bin/valkey-*', 'usr/bin/radosgw*'],
  // They name a folder of the system, and so do not look into those of the program.
  strayLibraries: ['usr/lib/*/{librados,librgw}.so.*', 'usr/lib/*/ceph/*.so*'],
  libraryFolders: ['ceph'],
}

/** ClickHouse 18.16 is the newest that a package source has as a server; ZooKeeper replicates its tables. */
const engine: Suite = {
  name: 'bookworm',
  packages: words(`
  clickhouse-server clickhouse-common patchelf
  libboost-filesystem1.74.0 libboost-program-options1.74.0 libbrotli1 libcapnp-0.9.2 libcctz2 libcpuinfo0 libdouble-conversion3
  libexpat1 libfarmhash0 libicu72 libjemalloc2 libltdl7 liblz4-1 libmariadb3 libmetrohash1 libodbc2 libpcre2-8-0 libpcre3
  libpococrypto80 libpocodata80 libpocodataodbc80 libpocofoundation80 libpocojson80 libpocomongodb80 libpoconet80 libpoconetssl80
  libpocoutil80 libpocoxml80 librdkafka1 libre2-9 libsasl2-2 libssl3 libzstd1 libc6 libgcc-s1 libstdc++6 zlib1g
  openjdk-17-jre-headless libzookeeper-java liblog4j1.2-java libslf4j-java libnetty-java libcommons-cli-java libcommons-io-java
  libdropwizard-metrics-java libjackson2-annotations-java libjackson2-core-java libjackson2-databind-java libsnappy-java
  liblcms2-2 libjpeg62-turbo libfontconfig1 libnss3 libpcsclite1 libharfbuzz0b libasound2
`),
  programs: ['usr/sbin/clickhouse-server', 'usr/lib/jvm/*/bin/java'],
  strayLibraries: [],
  libraryFolders: [],
}

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

export interface EngineServers {
  readonly clickhouse: string
  readonly java: string
  /** Class path of ZooKeeper. */
  readonly zookeeper: string
}

/** PostgreSQL refuses to run as root: it runs as nobody then, who cannot enter a home of root. */
const shelf =
  process.getuid?.() === 0
    ? '/var/cache/wuku-tests'
    : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'wuku-tests')

export async function provisionServers(): Promise<Servers> {
  const place = await provisionSuite(team)
  return { program: (wanted) => join(place, folderOf(wanted), wanted) }
}

export async function provisionEngine(): Promise<EngineServers> {
  const place = await provisionSuite(engine)
  const [java = ''] = globSync('usr/lib/jvm/*/bin/java', { cwd: place })
  const jars = globSync('usr/share/java/*.jar', { cwd: place }).filter((jar) => !UNWANTED_JARS.test(jar))
  return {
    clickhouse: join(place, 'usr/sbin/clickhouse-server'),
    java: join(place, java),
    zookeeper: jars.map((jar) => join(place, jar)).join(':'),
  }
}

/** Logs of others that would come in the way of the one that writes nothing. */
const UNWANTED_JARS = /slf4j-(?!api|nop)|-over-slf4j|to-slf4j|contrib|-it\b/

/** Programs of others that check our files for operators: of Prometheus, of Docker, and Go's own templates for the chart. */
const tools = words(`
  promtool docker-compose golang-1.24-go golang-1.24-src golang-gopkg-yaml.v3-dev
  golang-github-masterminds-sprig-dev golang-github-masterminds-semver-dev golang-github-masterminds-goutils-dev
  golang-github-huandu-xstrings-dev golang-github-google-uuid-dev golang-github-imdario-mergo-dev
  golang-github-shopspring-decimal-dev golang-github-mitchellh-copystructure-dev golang-github-mitchellh-reflectwalk-dev
  golang-github-spf13-cast-dev golang-golang-x-crypto-dev
`)

export interface Tools {
  readonly promtool: string
  readonly dockerCompose: string
  /** Renders a chart as Helm does: its folder, a release, and files of values. */
  readonly renderChart: string
}

const renderer = join(import.meta.dirname, 'render-chart.go')

export async function provisionTools(): Promise<Tools> {
  const made = { kind: 'tools', name: team.name, packages: tools, source: await readFile(renderer, 'utf8') }
  const place = await provision(made, buildRenderer)
  return {
    promtool: join(place, 'usr/bin/promtool'),
    dockerCompose: join(place, 'usr/libexec/docker/cli-plugins/docker-compose'),
    renderChart: join(place, 'render-chart'),
  }
}

/** Debian has no Helm, but the two parts that make its language: Go's templates and the functions of Sprig. */
function buildRenderer(aside: string): void {
  execFileSync(join(aside, 'usr/lib/go-1.24/bin/go'), ['build', '-o', join(aside, 'render-chart'), renderer], {
    env: {
      PATH: process.env['PATH'],
      GOROOT: join(aside, 'usr/lib/go-1.24'),
      GOPATH: join(aside, 'usr/share/gocode'),
      GOCACHE: join(aside, 'cache'),
      GO111MODULE: 'off',
      CGO_ENABLED: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * A folder of its own outside of the checkout: programs hold the full path of their loader. Two test runs may fetch at once: an
 * entry on the shelf is complete, whichever was first.
 */
async function provision(
  {
    kind = 'servers',
    name,
    packages,
    source,
  }: Pick<Suite, 'name' | 'packages'> & Partial<Record<'kind' | 'source', string>>,
  finish: (aside: string, place: string) => void,
): Promise<string> {
  const facts = source === undefined ? packages : [...packages, source]
  const place = join(shelf, `${kind}-${name}-${hash('sha256', facts.join()).slice(0, 12)}`)
  if (existsSync(place)) return place
  const aside = `${place}.${process.pid}`
  await mkdir(aside, { recursive: true })
  await unpack(aside, { name, packages })
  finish(aside, place)
  execFileSync('chmod', ['-R', 'a+rX', aside])
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
  return place
}

const provisionSuite = (suite: Suite): Promise<string> =>
  provision(suite, (aside, place) => {
    joinFolders(aside)
    useOwnLibraries(suite, aside, place)
  })

/** Older releases have some libraries at the top, and settings of Java in the folder for those of the system. */
function joinFolders(place: string): void {
  if (existsSync(join(place, 'lib'))) execFileSync('cp', ['-a', 'lib/.', 'usr/lib/'], { cwd: place })
  for (const link of globSync('usr/lib/jvm/**/*', { cwd: place }).map((path) => join(place, path))) {
    if (!lstatSync(link).isSymbolicLink()) continue
    const settings = join(place, readlinkSync(link))
    if (!readlinkSync(link).startsWith('/etc/') || !existsSync(settings)) continue
    unlinkSync(link)
    copyFileSync(settings, link)
  }
}

function folderOf(program: ServerProgram): string {
  if (program === 'pgbouncer' || program === 'nginx') return 'usr/sbin'
  return /^(?:valkey|radosgw)/.test(program) ? 'usr/bin' : 'usr/lib/postgresql/17/bin'
}

/** Packages as the archive signed them, by an apt that knows of no other source and of nothing that is installed. */
async function unpack(place: string, { name, packages }: Pick<Suite, 'name' | 'packages'>): Promise<void> {
  const apt = join(place, 'apt')
  const debs = join(place, 'debs')
  for (const folder of ['lists/partial', 'cache/archives/partial']) await mkdir(join(apt, folder), { recursive: true })
  await mkdir(debs)
  await writeFile(join(apt, 'status'), '')
  await writeFile(join(apt, 'sources.list'), `deb [signed-by=${keyring(apt)}] ${await mirror()} ${name} main\n`)
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
function useOwnLibraries({ programs, strayLibraries, libraryFolders }: Suite, aside: string, place: string): void {
  const [triplet, loader] =
    process.arch === 'arm64'
      ? ['aarch64-linux-gnu', 'ld-linux-aarch64.so.1']
      : ['x86_64-linux-gnu', 'ld-linux-x86-64.so.2']
  const libraries = join('usr/lib', triplet)
  const [from, to] = [join(aside, libraries), join(place, libraries)]
  const patch = (...args: readonly string[]) =>
    run(join(from, loader), ['--library-path', from, join(aside, 'usr/bin/patchelf'), ...args], aside)
  const jvm = globSync('usr/lib/jvm/*/lib', { cwd: aside }).map((folder) => join(place, folder))
  const folders = [
    to,
    ...libraryFolders.map((folder) => join(to, folder)),
    ...jvm,
    ...jvm.map((folder) => join(folder, 'server')),
  ]
  const rpath = ['--force-rpath', '--set-rpath', folders.join(':')]
  patch('--set-interpreter', join(to, loader), ...rpath, ...filesOf(programs, aside))
  const stray = filesOf(strayLibraries, aside)
  if (stray.length > 0) patch(...rpath, ...stray)
}

if (import.meta.main) await provisionServers()
