import { onTestFinished } from 'vitest'
import type { FakeServer } from './faults.ts'

/** A server that ends with its test. */
export async function opened<Server extends FakeServer>(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  onTestFinished(() => server.close())
  return server
}
