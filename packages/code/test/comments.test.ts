import { expect, it } from 'vitest'
import { docOf } from '../src/comments.ts'

type Row = readonly [comments: readonly string[], doc: string]

it.each<Row>([
  [[], ''],
  [['//'], ''],
  [['/**/'], ''],
  [['// x'], 'x'],
  [['/// x'], 'x'],
  [['//! x'], 'x'],
  [['# x'], 'x'],
  [['-- x'], 'x'],
  [['--- x'], 'x'],
  [['--[[ x ]]'], 'x'],
  [['{- x -}'], 'x'],
  [['-- | x'], 'x'],
  [['"""x"""'], 'x'],
  [['<!-- x -->'], 'x'],
  [['; x'], 'x'],
  [['/** 中文 👨‍👩‍👧 */'], '中文 👨‍👩‍👧'],
  [['/*\r\n * one\r\n * two\r\n *\r\n * three\r\n */'], 'one two'],
  [['// one', '// two', '//', '// three'], 'one two'],
  [['//////////', '// x', '//////////'], 'x'],
  [['# ------', '# x'], 'x'],
  [['/** Adds.\n * @param a first */'], 'Adds.'],
  [['/** @deprecated use b */'], '@deprecated use b'],
  [['// eslint-disable-next-line no-x', '// x'], 'x'],
  [['# type: ignore', '# pylint: disable=x', '# rubocop:disable X/Y', '# noqa'], ''],
  [['#!/usr/bin/env node', '// x'], 'x'],
  [['// type of the thing'], 'type of the thing'],
])('reads %j as %j', (comments, doc) => expect(docOf(comments)).toBe(doc))

it('cuts what is long, and not inside a character', () => {
  const doc = docOf([`// ${'a'.repeat(297)}👩‍👩‍👧${'b'.repeat(9_000)}`])
  expect(doc).toBe(`${'a'.repeat(297)}…`)
})
