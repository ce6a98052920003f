import type { FakeServer } from './faults.ts'
import { startConfluence } from './confluence-server.ts'
import { startFeishu } from './feishu-server.ts'
import { startGitHub } from './github-server.ts'
import { startGitLab } from './gitlab-server.ts'
import { startNotion } from './notion-server.ts'
import {
  changeConfluence,
  changeFeishu,
  changeGitHub,
  changeGitLab,
  changeNotion,
  changeYuque,
  type RandomService,
} from './random-changes.ts'
import { startYuque } from './yuque-server.ts'

export interface ServiceUnderTest {
  readonly server: FakeServer
  readonly service: RandomService
}

type Change<Server> = (server: Server, count: number, seed: number) => RandomService
type Open = (count: number, seed: number) => Promise<ServiceUnderTest>

const row =
  <Server extends FakeServer>(start: (seed: number) => Promise<Server>, change: Change<Server>): Open =>
  async (count, seed) => {
    const server = await start(seed)
    return { server, service: change(server, count, seed + 1) }
  }

/** Every connector, with a fake server of so many items. */
export const services: readonly (readonly [string, Open])[] = [
  ['GitHub', row((seed) => startGitHub('acme/shop', seed), changeGitHub)],
  ['GitLab', row((seed) => startGitLab('acme/web/shop', seed), changeGitLab)],
  ['Yuque', row(startYuque, changeYuque)],
  ['Notion', row(startNotion, changeNotion)],
  ['Feishu', row(startFeishu, changeFeishu)],
  ['Confluence Cloud', row((seed) => startConfluence('cloud', seed), changeConfluence)],
  ['Confluence Data Center', row((seed) => startConfluence('dc', seed), changeConfluence)],
]
