import { expect, it } from 'vitest'
import { php } from '../../src/languages/scripting/php.ts'
import { structureOf } from './outline-of.ts'

it('takes the first paragraph of a comment', async () => {
  const { symbols } = await structureOf(
    php,
    '<?php\n/**\n * Saves it.\n *\n * @param int $x\n */\nfunction save(int $x): void {}\n',
  )
  expect(symbols[0]).toMatchObject({ doc: 'Saves it.', signature: 'function save(int $x): void' })
})
