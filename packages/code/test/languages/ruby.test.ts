import { expect, it } from 'vitest'
import { ruby } from '../../src/languages/scripting/ruby.ts'
import { type OutlineRow, reads, structureOf } from './outline-of.ts'

it.each<OutlineRow>([
  ['nothing', '', []],
  ['only a comment', '# 注释\n', []],
  [
    'modules, classes and constants',
    `module A::B
  VERSION = '1'
  class C < D
    X ||= 1
  end
  class ::Top; end
end
Foo::BAR = 2
x = 1
def helper; end
`,
    [
      'module A::B (exported) 1-7',
      'module A::B > constant VERSION (exported) 2',
      'module A::B > class C (exported) 3-5',
      'module A::B > class C > constant X (exported) 4',
      'module A::B > class Top (exported) 6',
      'constant Foo.BAR (exported) 8',
      'function helper (exported) 10',
    ],
  ],
  [
    'methods of all kinds',
    `class C
  def initialize(x); end
  def valid?; end
  def ==(o); end
  def name=(v); end
  def self.build(x)
    1
  end
  def Config.load; end
  def pub = 1
  alias cc dd
  alias_method :aa, :bb
  define_method(:dyn) { 1 }
  class << self
    def meta; end
  end
end
`,
    [
      'class C (exported) 1-17',
      'class C > constructor initialize (exported) 2',
      'class C > method valid? (exported) 3',
      'class C > method == (exported) 4',
      'class C > method name= (exported) 5',
      'class C > method build (exported) 6-8',
      'class C > method Config.load (exported) 9',
      'class C > method pub (exported) 10',
      'class C > method cc (exported) 11',
      'class C > method aa (exported) 12',
      'class C > method dyn (exported) 13',
      'class C > method meta (exported) 15',
    ],
  ],
  [
    'what is private',
    `class C
  def a; end
  private def b; end
  def c; end

  private # from here on
    attr_reader :d
    def e; end
    class Inner
      def f; end
      private
      def g; end
    end

  def self.h; end
  public
  def i; end
end
`,
    [
      'class C (exported) 1-18',
      'class C > method a (exported) 2',
      'class C > method b 3',
      'class C > method c (exported) 4',
      'class C > field d 7',
      'class C > method e 8',
      'class C > class Inner (exported) 9-13',
      'class C > class Inner > method f (exported) 10',
      'class C > class Inner > method g 12',
      'class C > method h (exported) 15',
      'class C > method i (exported) 17',
    ],
  ],
  [
    'what calls declare',
    `class Post < ApplicationRecord
  include X
  attr_accessor :name, 'other'
  has_many :comments, -> { order(:id) }
  scope :active, -> { 1 }
  validates :name
  Point = Struct.new(:x) do
    def dist; end
  end
  included do
    def mixed; end
  end
end
`,
    [
      'class Post (exported) 1-13',
      'class Post > field name (exported) 3',
      'class Post > field other (exported) 3',
      'class Post > field comments (exported) 4',
      'class Post > method active (exported) 5',
      'class Post > class Point (exported) 7-9',
      'class Post > class Point > method dist (exported) 8',
      'class Post > method mixed (exported) 11',
    ],
  ],
  [
    'tests and tasks',
    `RSpec.describe Foo do
  context "什么时候" do
    it 'works' do
    end
  end
end
class T < Minitest::Test
  test "does" do
  end
end
namespace :db do
  task migrate: [:environment] do
  end
end
`,
    [
      'test Foo 1-6',
      'test Foo > test 什么时候 2-5',
      'test Foo > test 什么时候 > test works 3-4',
      'class T (exported) 7-10',
      'class T > test does 8-9',
      'module db (exported) 11-14',
      'module db > function migrate (exported) 12-13',
    ],
  ],
  [
    'requires',
    `require 'set'
require_relative '../foo'
require_relative "bar"
require "baz/#{name}"
begin
  require("json")
rescue LoadError
end
def lazy = require('deep')
autoload :Foo, 'lib/foo'
# require 'not'
`,
    ['function lazy (exported) 9'],
    ['set', '../foo', './bar', 'json', 'deep', 'lib/foo: Foo'],
  ],
  ['half a file', 'class A\n  def m\n  end\n  def n(', ['function m (exported) 2-3']],
])('sees %s', reads(ruby))

it('takes the comment above, without orders to tools', async () => {
  const { symbols } = await structureOf(
    ruby,
    '# frozen_string_literal: true\n# 保存. Saves.\n#\n# More.\ndef save; end\n',
  )
  expect(symbols[0]).toMatchObject({ doc: '保存. Saves.', signature: 'def save; end' })
})
