import { expect, it } from 'vitest'
import { go } from '../../src/languages/systems/go.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  [
    'functions and methods by their receivers',
    `package net

func Dial(address string) error { return nil }
func listen[T any](value T) {}
func (s *Server) Close() error {
	type local int
	return nil
}
func (l List[T]) push(value T) {}
func (Server) Name() string { return "" }
`,
    [
      'function Dial (exported) 3',
      'function listen 4',
      'method Server.Close (exported) 5-8',
      'method List.push 9',
      'method Server.Name (exported) 10',
    ],
    [],
    'net',
  ],
  [
    'types with their members',
    `package net

type Server struct {
	Address, Port string
	*http.Client
	inner struct{ depth int }
}
type (
	Handler interface {
		Serve(w Writer) error
		fmt.Stringer
	}
	Alias = int
	List[T any] struct{ head *T }
)
`,
    [
      'struct Server (exported) 3-7',
      'struct Server > field Address (exported) 4',
      'struct Server > field Port (exported) 4',
      'struct Server > field inner 6',
      'struct Server > field inner > field depth 6',
      'interface Handler (exported) 9-12',
      'interface Handler > method Serve (exported) 10',
      'type Alias (exported) 13',
      'struct List (exported) 14',
      'struct List > field head 14',
    ],
    [],
    'net',
  ],
  [
    'constants and variables, one by one and grouped',
    `package colours

const Max = 3
const (
	Red, Green = iota, 1
	_
	blue
)
var (
	count int
	名称  = "😀"
	_     = check(1)
)
var Run = func() {}
`,
    [
      'constant Max (exported) 3',
      'constant Red (exported) 5',
      'constant Green (exported) 5',
      'constant blue 7',
      'variable count 10',
      'variable 名称 11',
      'variable Run (exported) 14',
    ],
    [],
    'colours',
  ],
  [
    'imports',
    `package main

import "fmt"
import (
	"net/http"
	yaml "gopkg.in/yaml.v3"
	. "strings"
	_ "embed"
)
`,
    [],
    ['fmt', 'net/http', 'gopkg.in/yaml.v3', 'strings: *', 'embed'],
    'main',
  ],
  [
    'what is left of a broken file',
    `package main

func Whole() {}

type Half struct {
	Name string

func (h *Half) Go() {
`,
    ['function Whole (exported) 3', 'type Half (exported) 5-8'],
    [],
    'main',
  ],
  ['an empty file', '', []],
  ['only a comment', '// Nothing here.\n', []],
])('reads %s', reads(go))

it('gives each of a group its own comment', async () => {
  const source =
    'package a\n\n// Sizes.\nconst (\n\t// Small one.\n\tS = 1\n\tM = 2\n)\n\n// Max is most.\nconst Max = 3\n'
  const { symbols } = await structureOf(go, source)
  expect(symbols.map(({ name, doc, line }) => [name, doc, line])).toEqual([
    ['S', 'Small one.', 6],
    ['M', '', 7],
    ['Max', 'Max is most.', 11],
  ])
})
