import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engineOperations } from '@wuku/kernel/operations'
import { inputShape } from '@wuku/kernel/arguments/shape'
import { openHttpHouse, parseReply, type HttpHouse, type Reply } from './http-house.ts'

let house: HttpHouse
beforeAll(async () => {
  house = await openHttpHouse({ settings: { bodyBytes: 65_536 } })
})
afterAll(() => house.server.stop())

/** The same numbers in every run: what fails once fails again. */
function createDice(seed: number) {
  let state = seed
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const list = <T>(most: number, make: () => T): T[] => Array.from({ length: below(most + 1) }, make)
  return { below, pick, list }
}
type Dice = ReturnType<typeof createDice>

const pieces = [
  ...'/ // . .. %2e %2f %5c \\ % %0 %00 %0a %ff %c0%af %E4%BD%A0 %zz ? & = + # ; : @ * ~ " < { } | ^ `'.split(' '),
  ...'things api v1 operations recall sources healthz auth local limit query __proto__ constructor 0 -1 7'.split(' '),
  '\x01',
  '\x7f',
  '\xe9',
  ' ',
  'a'.repeat(300),
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const headers = `Accept: */*
Accept: text/plain
Accept:
If-None-Match: *
If-None-Match: "
If-Match: "0"
If-Match: W/
Range: bytes=0-1
X-Request-Id: \xff
X-Request-Id: a b
Idempotency-Key: a
Idempotency-Key: \xff
Cookie: wuku_refresh=; a
Cookie: =
Origin: null
Origin: https://docs.example
Sec-Fetch-Site: none
Authorization: Bearer
X-API-Key:
Prefer: respond-async
Content-Type: application/json
Content-Type: application/json;charset=
Content-Type: ;
Content-Encoding: gzip
User-Agent: \x80
Upgrade: websocket
Upgrade: h2c
Connection: Upgrade
Connection: Host
TE: trailers
Via: x
X-Forwarded-For: x
X-HTTP-Method-Override: DELETE
__proto__: a
constructor: b`.split('\n')
const values = [
  '',
  ' ',
  'ebb',
  'tag:',
  '"ebb',
  '-',
  'a'.repeat(2_000),
  '\u0000',
  '\ud800',
  '\u202e',
  'wuku://notes/handbook/tides.md#L1-L9',
  'wuku://',
  'qmd://../..',
  '../../etc/passwd',
  0,
  -1,
  1e308,
  -0,
  0.5,
  2 ** 53,
  null,
  true,
  false,
]

function value(dice: Dice, depth: number): unknown {
  const kind = dice.below(depth > 4 ? 6 : 10)
  if (kind < 6) return dice.pick(values)
  if (kind < 8) return dice.list(4, () => value(dice, depth + 1))
  return Object.fromEntries(dice.list(4, () => [dice.pick(pieces), value(dice, depth + 1)]))
}

const operations = engineOperations.filter(({ effect }) => effect === 'read')

/** Arguments of an operation, some of them wrong; the JSON of every tenth is broken. */
function body(dice: Dice): { readonly target: string; readonly text: string } {
  const operation = dice.pick(operations)
  const known = Object.keys(inputShape(operation).properties ?? {})
  const entries = dice.list(5, () => [dice.below(4) === 0 ? dice.pick(pieces) : dice.pick(known), value(dice, 0)])
  const text = JSON.stringify({ ...operation.examples[0]?.input, ...Object.fromEntries(entries) })
  const at = dice.below(text.length)
  const whole = dice.below(10) > 0 ? text : `${text.slice(0, at)}${dice.pick(pieces)}${text.slice(at + dice.below(3))}`
  return { target: `/api/v1/operations/${operation.name}`, text: whole }
}

function request(dice: Dice, kind: 'path' | 'body' | 'bytes'): Buffer {
  const asked = kind === 'path' ? undefined : body(dice)
  const target = asked?.target ?? `/${dice.list(9, () => dice.pick(pieces)).join('')}`
  const bytes = Buffer.from(asked?.text ?? '')
  const head = [
    `${asked ? 'POST' : dice.pick(methods)} ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${house.port}`,
    ...(dice.below(20) === 0 ? [] : [`Authorization: Bearer ${house.token}`]),
    ...(asked ? ['Content-Type: application/json', `Content-Length: ${bytes.length}`] : []),
    ...(dice.below(3) === 0 ? dice.list(3, () => dice.pick(headers)) : []),
  ].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes])
}

/** Some bytes are others, are gone, or are there twice. */
function mutated(dice: Dice, bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (const cut of dice.list(4, () => dice.below(bytes.length)).toSorted((a, b) => a - b)) {
    parts.push(
      bytes.subarray(at, cut),
      Buffer.from(
        dice.pick(['', '\r', '\n', '\r\n', '\0', ' ', ':', '\xff', 'x', ...headers.map((line) => `\r\n${line}`)]),
        'latin1',
      ),
    )
    at = cut + dice.pick([0, 0, 1, 2, -20])
  }
  return Buffer.concat([...parts, bytes.subarray(Math.max(0, at))])
}

/** Sends one request after the other on a connection, and opens another where the server has closed it. */
function createSession(): { send(bytes: Buffer): Promise<Reply>; close(): void } {
  let socket: Socket | undefined
  return {
    async send(bytes) {
      if (!socket || socket.destroyed) socket = house.connect()
      const current = socket
      let text = ''
      const { promise, resolve } = Promise.withResolvers<Reply>()
      const hear = (chunk: Buffer): void => {
        text += chunk.toString('latin1')
        const { status, headers: got, body: came } = parseReply(text)
        const isWhole = text.includes('\r\n\r\n') && came.length >= Number(got['content-length'] ?? 0)
        if (!isWhole || status === 100) return
        if (got['connection'] === 'close') current.destroy()
        resolve({ status, headers: got, body: came, text })
      }
      const end = (): void => resolve(parseReply(text))
      current.on('data', hear).on('close', end)
      current.write(bytes)
      const reply = await promise
      current.off('data', hear).off('close', end)
      return reply
    },
    close: () => socket?.destroy(),
  }
}

/** Also the end of our side is sent: what is not whole can never become whole. */
async function sendAlone(bytes: Buffer): Promise<Reply> {
  const socket = house.connect()
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.end(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return parseReply(text)
}

const SIDE_BY_SIDE = 16

async function fuzz(kind: 'path' | 'body' | 'bytes', cases: number): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>()
  const work = async (seed: number): Promise<void> => {
    const dice = createDice(seed)
    const session = createSession()
    for (let at = seed; at < cases; at += SIDE_BY_SIDE) {
      const bytes = kind === 'bytes' ? mutated(dice, request(dice, kind)) : request(dice, kind)
      const { status, text } = await (kind === 'bytes' ? sendAlone(bytes) : session.send(bytes))
      if (status >= 500 || /HTTP\/1\.1 5/.test(text))
        expect.fail(
          `${bytes.toString('latin1')}\n\n${text}\n${JSON.stringify(house.lines.at(-1))}\n${JSON.stringify(house.lines.at(-2))}`,
        )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    session.close()
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, seed) => work(seed)))
  return statuses
}

it.each([
  ['path', 30_000, [200, 400, 404, 405]],
  ['body', 10_000, [200, 400]],
  ['bytes', 10_000, [200, 400, 404]],
] as const)('no %s of %i is a fault of ours', async (kind, cases, among) => {
  const statuses = await fuzz(kind, cases)
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([...among]))
  expect(house.lines.filter(({ msg }) => msg === 'fault')).toEqual([])
  const socket = house.connect()
  await once(socket, 'connect')
  socket.destroy()
  expect((await house.ask({ target: '/healthz' })).status).toBe(200)
})
