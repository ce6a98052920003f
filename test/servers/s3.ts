import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provisionServers } from '../../scripts/provision-servers.ts'
import { asNobody, plain, type ServerProcess, startServer } from './process.ts'

export interface S3Server extends ServerProcess {
  /** As the SDK of AWS reads them. */
  readonly env: Readonly<Record<string, string>>
}

const KEY = 'test-access-key'
const SECRET = 'test-secret-key'

/**
 * The gateway of Ceph, with its objects in SQLite and not in a cluster. It checks signatures and Content-MD5. Unlike
 * others it answers ranges from the start, knows no checksums but MD5, and lists no uploads.
 */
export async function startS3(): Promise<S3Server> {
  const { program } = await provisionServers()
  const args = (folder: string) => ['-c', join(folder, 'ceph.conf'), '-n', 'client.rgw.test', '--no-mon-config']
  const server = await startServer({
    name: 's3',
    program: program('radosgw'),
    args: ({ folder, port }) => [...args(folder), '-f', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`],
    isReady: ({ port }) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    prepare: ({ folder }) => {
      writeFileSync(join(folder, 'ceph.conf'), configuration(folder))
      const user = ['user', 'create', '--uid=tester', '--display-name=Tester']
      const keys = [`--access-key=${KEY}`, `--secret-key=${SECRET}`]
      const [command, ...rest] = asNobody([program('radosgw-admin'), ...args(folder), ...user, ...keys])
      // It makes the user at once, and now and then waits for itself when it should end.
      const limit = { timeout: 20_000, killSignal: 'SIGKILL' } as const
      const made = spawnSync(command, rest, { cwd: folder, env: plain(folder), ...limit })
      if (made.status !== 0 && made.signal !== limit.killSignal)
        throw new Error(String(made.stderr), { cause: made.error })
    },
  })
  return Object.assign(server, {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${server.port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
  })
}

const configuration = (folder: string): string => `[global]
fsid = 00000000-0000-4000-8000-000000000001
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = ${folder}
admin_socket =
log_file = ${folder}/gateway.log
rgw_backend_store = dbstore
rgw_config_store = dbstore
dbstore_config_uri = file:${folder}/config.db
dbstore_db_dir = ${folder}
rgw_data = ${folder}
`
