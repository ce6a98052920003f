import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provisionServers } from '../../scripts/provision-servers.ts'
import { type ServerProcess, startServer } from './process.ts'

export interface Nginx extends ServerProcess {
  readonly url: string
}

const shipped = join(import.meta.dirname, '../../deploy/nginx.conf')

/** With the configuration that is shipped: only addresses and places of files are those of a test. */
export async function startNginx(port: number, instances: readonly string[]): Promise<Nginx> {
  const { program } = await provisionServers()
  const url = `http://127.0.0.1:${port}`
  const server = await startServer({
    name: 'nginx',
    program: program('nginx'),
    args: ({ folder }) => ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log'), '-g', 'daemon off;'],
    isReady: () =>
      fetch(`${url}/nginx-health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    prepare: ({ folder }) => writeFileSync(join(folder, 'nginx.conf'), placed(folder, port, instances)),
    stopSignal: 'SIGQUIT',
  })
  return Object.assign(server, { url })
}

function placed(folder: string, port: number, instances: readonly string[]): string {
  const addresses = instances.map((instance) => new URL(instance).host)
  return readFileSync(shipped, 'utf8')
    .replaceAll(' /tmp/', ` ${folder}/`)
    .replaceAll(/wuku-(\d+):\d+/g, (_, number: string) => addresses[Number(number) - 1] ?? '')
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/dev/stderr', join(folder, 'error.log'))
    .replace('/dev/stdout', join(folder, 'access.log'))
}
