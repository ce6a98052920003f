import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSql } from '../../src/languages/sql.ts'
import { repeated, timed, whySlow } from '../../../../test/unit/growth/how-slow.ts'
import { runs } from '../../../../test/scale.ts'

const check = (text: string, expected: readonly string[]): void =>
  expect(
    readSql(text).symbols.map(
      ({ kind, owner, name, line, endLine }) => `${kind} ${owner ? `${owner}.` : ''}${name} ${line}-${endLine}`,
    ),
  ).toEqual(expected)

describe('what a script of SQL creates', () => {
  it.each<[says: string, text: string, expected: readonly string[]]>([
    [
      'tables',
      'create table users (\n  id int\n);\nCREATE TEMPORARY TABLE IF NOT EXISTS t (a int)',
      ['struct users 1-3', 'struct t 4-4'],
    ],
    [
      'views',
      'create or replace materialized view v as select 1;\nCREATE VIEW w AS\nSELECT 1;',
      ['struct v 1-1', 'struct w 2-3'],
    ],
    [
      'indexes and types',
      "CREATE UNIQUE INDEX CONCURRENTLY i ON users (name);\ncreate type mood as enum ('a;', 'b');",
      ['object i 1-1', 'type mood 2-2'],
    ],
    [
      'names in quotes, with their schema',
      'create table "My ""T""" (a int);\ncreate table public.`用户` (a int);\ncreate table [dbo].[T 1] (a int);',
      ['struct My "T" 1-1', 'struct public.用户 2-2', 'struct dbo.T 1 3-3'],
    ],
    [
      'functions in dollars',
      'create function f() returns int as $body$\nbegin\n  create table no (a int);\nend;\n$body$ language plpgsql;\ncreate table t (a int);',
      ['function f 1-5', 'struct t 6-6'],
    ],
    [
      'procedures in blocks',
      'DELIMITER //\nCREATE DEFINER=`root`@`%` PROCEDURE p(IN x INT)\nBEGIN\n  SELECT 1;\n  UPDATE t SET a = 1;\nEND //\nDELIMITER ;\ncreate trigger g before insert on t for each row set a = 1;',
      ['function p 2-6', 'function g 8-8'],
    ],
    [
      'dollars as a delimiter',
      'delimiter $$\ncreate procedure p()\nbegin\n  select 1;\nend$$\ncreate procedure q()\nbegin\n  select 1;\nend$$',
      ['function p 2-5', 'function q 6-9'],
    ],
    [
      'batches',
      'CREATE OR ALTER PROC p AS\nBEGIN\n  SELECT 1;\nEND\nGO\nCREATE TABLE t (a int)\nGO',
      ['function p 1-4', 'struct t 6-6'],
    ],
    [
      'nothing in comments and strings',
      "-- create table a (b int);\n/* create table c (d int); */\nselect '\ncreate table e (f int);';",
      [],
    ],
    ['no statement of another kind', 'insert into t values (1);\ndrop table t;\nalter table t add a int;', []],
    ['nothing of nothing', '', []],
    [
      'any line break',
      'create table a (b int);\r\n\r\ncreate table 表 (c int);\r\n',
      ['struct a 1-1', 'struct 表 3-3'],
    ],
  ])('%s', (_says, text, expected) => check(text, expected))

  it('with its head and what is said about it', () => {
    const text =
      '-- Users 👍🏽.\n-- All.\ncreate table users (\n  id int\n);\n/* Adds. */\ncreate function f(a int)\nreturns int as $$ select 1 $$;'
    expect(
      readSql(text).symbols.map(({ signature, doc, start, docStart, end }) => [
        signature,
        doc,
        text.slice(docStart, start),
        text.slice(end - 1, end),
      ]),
    ).toEqual([
      ['create table users', 'Users 👍🏽. All.', '-- Users 👍🏽.\n-- All.\n', ';'],
      ['create function f(a int) returns int', 'Adds.', '/* Adds. */\n', ';'],
    ])
  })

  it('never points out of the text, nor into another statement', () => {
    const part = fc.constantFrom(
      'create ',
      'table ',
      'function ',
      'a',
      '"',
      "'",
      '$$',
      '$x$',
      ';',
      '\n',
      '--',
      '/*',
      '*/',
      '(',
      'begin',
      'end',
      '`',
      '[',
      '中',
      '😀',
      ' ',
    )
    fc.assert(
      fc.property(fc.string({ unit: part, maxLength: 60 }), (text) => {
        const { symbols } = readSql(text)
        const borders = symbols.flatMap(({ docStart, start, end }) => [docStart, start, end])
        expect(borders).toEqual(borders.toSorted((a, b) => a - b))
        expect(borders.filter((each) => each > text.length)).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  it.each([
    ['', '$a$ $b$ ', ''],
    ['', "'", ''],
    ['', '/*', ''],
    ['', 'create ', ''],
    ['', ';create table ', ''],
    ['create table ', 'a.', ''],
    ['', '--\n', ''],
    ['', 'create table a;\n', ''],
  ])('takes time in proportion to hostile text: %j %j %j', (before, piece, after) => {
    const time = timed((size) => readSql(before + repeated(piece, size) + after))
    expect(whySlow(time, 200_000)).toBeUndefined()
  })
})
