import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provisionServers } from '../../scripts/provision-servers.ts'
import { ask } from './postgres.ts'
import { type ServerProcess, startServer } from './process.ts'

export interface PgBouncer extends ServerProcess {
  readonly url: string
}

/** In transaction mode: two transactions of one client may run on two connections of the server. */
export async function startPgBouncer(postgres: { readonly port: number; readonly url: string }): Promise<PgBouncer> {
  const { program } = await provisionServers()
  const { username: user, pathname: database } = new URL(postgres.url)
  const urlAt = (port: number): string => `postgres://${user}@127.0.0.1:${port}${database}`
  const server = await startServer({
    name: 'pgbouncer',
    program: program('pgbouncer'),
    args: ({ folder }) => [join(folder, 'pgbouncer.ini')],
    isReady: ({ port }) =>
      ask(urlAt(port), 'SELECT 1').then(
        () => true,
        () => false,
      ),
    prepare: ({ folder, port }) => {
      writeFileSync(join(folder, 'users.txt'), `"${user}" ""\n`)
      writeFileSync(
        join(folder, 'pgbouncer.ini'),
        `[databases]
* = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
ignore_startup_parameters = options
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
`,
      )
    },
  })
  return Object.assign(server, { url: urlAt(server.port) })
}
