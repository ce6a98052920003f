import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { provisionEngine } from '../../scripts/provision-servers.ts'
import { freePort, type Place, type ServerProcess, startServer } from './process.ts'

export interface ClickHouse extends ServerProcess {
  /** `127.0.0.1:8123`, without a user. */
  readonly address: string
  /** Statements of the administrator; what they answer, a line for each row. */
  ask(sql: string): Promise<readonly string[]>
}

export interface ClickHouseSettings {
  readonly shard?: number
  /** Named where it has a sister that holds the same. */
  readonly replica?: string
  /** Port of a ZooKeeper, for tables with replicas. */
  readonly zookeeper?: number
  readonly password?: string
  /** A folder for its data, on a disk of its own. */
  readonly data?: string | undefined
}

export const ENGINE_DATABASE = 'wuku'

/** On loopback, with a user `default` for the administrator and `wuku` for the program. */
export async function startClickHouse(settings: ClickHouseSettings = {}): Promise<ClickHouse> {
  const { clickhouse } = await provisionEngine()
  const ports = { tcp: await freePort(), interserver: await freePort() }
  const server = await startServer({
    name: 'clickhouse',
    program: clickhouse,
    args: ({ folder }) => [`--config-file=${join(folder, 'config.xml')}`],
    prepare: (place) => configure(place, settings, ports),
    isReady: ({ port }) =>
      askAt(port, 'SELECT 1').then(
        () => true,
        () => false,
      ),
  })
  await askAt(server.port, `CREATE DATABASE IF NOT EXISTS ${ENGINE_DATABASE}`)
  return Object.defineProperties({} as ClickHouse, {
    ...Object.getOwnPropertyDescriptors(server),
    address: { value: `127.0.0.1:${server.port}` },
    ask: { value: (sql: string) => askAt(server.port, sql) },
  })
}

async function askAt(port: number, sql: string): Promise<readonly string[]> {
  const response = await fetch(
    `http://127.0.0.1:${port}/?database=${sql.startsWith('CREATE DATABASE') || sql === 'SELECT 1' ? 'default' : ENGINE_DATABASE}`,
    {
      method: 'POST',
      body: sql,
      signal: AbortSignal.timeout(60_000),
    },
  )
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text.split('\n').filter(Boolean)
}

/** Its address for the settings of the program. */
export const searchUrl = (servers: readonly ClickHouse[], parameters = ''): string =>
  `clickhouse://wuku:secret@${servers.map(({ address }) => address).join()}/${ENGINE_DATABASE}${parameters}`

function configure(
  { folder, port }: Place,
  { shard = 1, replica, zookeeper, password = 'secret', data = join(folder, 'data') }: ClickHouseSettings,
  { tcp, interserver }: { readonly tcp: number; readonly interserver: number },
): void {
  for (const each of [data, join(folder, 'tmp')]) {
    mkdirSync(each, { recursive: true })
    if (process.getuid?.() === 0) chownSync(each, 65_534, 65_534)
  }
  // A server that was killed is let in again when its session has run out.
  const keeper = zookeeper
    ? `<zookeeper><node><host>127.0.0.1</host><port>${zookeeper}</port></node><session_timeout_ms>6000</session_timeout_ms></zookeeper>`
    : ''
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex>
  <logger><level>warning</level><console>1</console></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${port}</http_port><tcp_port>${tcp}</tcp_port>
  <interserver_http_port>${interserver}</interserver_http_port><interserver_http_host>127.0.0.1</interserver_http_host>
  <path>${data}/</path><tmp_path>${join(folder, 'tmp')}/</tmp_path>
  <users_config>${join(folder, 'users.xml')}</users_config>
  <mark_cache_size>100000000</mark_cache_size><uncompressed_cache_size>0</uncompressed_cache_size>
  <max_concurrent_queries>50</max_concurrent_queries><max_connections>200</max_connections>
  <default_profile>default</default_profile><default_database>default</default_database>
  <builtin_dictionaries_reload_interval>3600</builtin_dictionaries_reload_interval>
  <macros><shard>${shard}</shard>${replica === undefined ? '' : `<replica>${replica}</replica>`}</macros>
  ${keeper}
</yandex>`,
  )
  const user = (name: string, word: string) =>
    `<${name}><password>${word}</password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></${name}>`
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex>
  <profiles><default><max_query_size>10000000</max_query_size><max_memory_usage>2000000000</max_memory_usage><max_threads>2</max_threads></default></profiles>
  <users>${user('default', '')}${user('wuku', password)}</users>
  <quotas><default/></quotas>
</yandex>`,
  )
}

/** Keeps what replicas agree on. */
export async function startZooKeeper(): Promise<ServerProcess> {
  const { java, zookeeper } = await provisionEngine()
  return startServer({
    name: 'zookeeper',
    program: java,
    args: ({ folder, port }) => [
      '-Xmx128m',
      '-Dzookeeper.admin.enableServer=false',
      '-Dzookeeper.4lw.commands.whitelist=ruok',
      '-cp',
      zookeeper,
      'org.apache.zookeeper.server.ZooKeeperServerMain',
      String(port),
      join(folder, 'data'),
    ],
    isReady: ({ port }) => isKeeping(port),
  })
}

/** It accepts connections before it keeps anything. */
async function isKeeping(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('ruok'))
    socket.on('data', (said) => answer(String(said) === 'imok'))
    socket.on('error', () => answer(false))
    socket.on('close', () => answer(false))
  })
}
