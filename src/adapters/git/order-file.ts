import { hash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../ports/history.ts'
import type { Order } from './order.ts'
import { readSmall } from './refs.ts'

/** Where an order is kept between runs. It is a memory, not the truth: lost, it is made again. */
export interface OrderFile {
  read(): Order | undefined
  write(order: Order): void
}

/** One file for each repository, folder of it and limit; a shallow clone that was deepened is another repository. */
export function openOrderFile(memory: string, { common }: Repository, asked: readonly string[]): OrderFile {
  const shallow = readSmall(join(common, 'shallow')) ?? ''
  const file = join(memory, hash('sha256', JSON.stringify([common, shallow, ...asked])).slice(0, 32))
  return {
    read: () => parse(readSmall(file)),
    write(order) {
      try {
        mkdirSync(memory, { recursive: true, mode: 0o700 })
        writeFileSync(`${file}.${process.pid}`, [order.head, order.before, ...order.shas].join('\n'), { mode: 0o600 })
        renameSync(`${file}.${process.pid}`, file)
      } catch {
        // The next run asks git again.
      }
    },
  }
}

const whole = /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n\d+(?:\n[0-9a-f]{40,64})*$/

function parse(text: string | undefined): Order | undefined {
  const [head, before, ...shas] = (text !== undefined && whole.test(text) ? text : '').split('\n')
  return head && before ? { head, before: Number(before), shas } : undefined
}
