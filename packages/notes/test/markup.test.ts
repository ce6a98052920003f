import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMarkup } from '../src/markup.ts'

const tagsIn = (text: string, bodyStart = 0) => readMarkup(text, bodyStart).tags.map(({ value }) => value)
const linksIn = (text: string) =>
  readMarkup(text, 0).links.map(({ target, isPath }) => (isPath ? `path ${target}` : target))

it.each<[text: string, tags: readonly string[]]>([
  ['#reading and #a/b-c_d', ['reading', 'a/b-c_d']],
  ['今天 #读书 了，#笔记/科学。', ['读书', '笔记/科学']],
  ['#话题# 说', ['话题']],
  ['# Heading\n## Two #tag', ['tag']],
  ['issue #12, #1984/05 and #y1984', ['y1984']],
  ['a#b http://x.org/#c [x](#d) [[#e]] \\#f (#g)', []],
  ['`#a` ``#b ` #c`` #d', ['d']],
  ['```\n#a\n```\n#b\n~~~\n#c', ['b']],
  ['text\n\n    #code\n\n#tag', ['tag']],
  ['- item\n\n    #tag in an item', ['tag']],
  ['#a/ #/b #-', ['a', 'b']],
  ['#🌊', ['🌊']],
])('tags as Obsidian sees them: %j', (text, tags) => expect(tagsIn(text)).toEqual(tags))

it('sees no tags in front matter', () => expect(tagsIn('---\n#a: b\n---\n#c', 13)).toEqual(['c']))

it.each<[text: string, links: readonly string[]]>([
  ['[[Note]] [[Note#Heading|alias]] ![[embed.md]] [[a/b]]', ['Note', 'Note', 'embed.md', 'a/b']],
  ['| [[Note\\|alias]] |', ['Note']],
  [
    '[x](../y.md#a) [x](<a b.md>) [x](a%20b.md "t") [潮](%E6%BD%AE.md)',
    ['path ../y.md', 'path a b.md', 'path a b.md', 'path 潮.md'],
  ],
  ['[![p](p.png)](target.md)', ['path p.png', 'path target.md']],
  ['[a (b)](x_(y).md)', ['path x_(y).md']],
  [
    '[text][id] [other][] [id]\n\n[id]: a.md\n[other]: <b c.md> "t"\n[unused]: z.md',
    ['path a.md', 'path b c.md', 'path a.md'],
  ],
  ['[x](http://a.b) [x](mailto:a@b) [x](//a) [x](#a) [[#a]] [x](/)', []],
  ['[x](folder/) [x](/guide/#part)', ['path folder', 'path /guide']],
  ['`[[a]]` \n```\n[[b]]\n```\n[[c]]', ['c']],
  ['[[]] [[a]b]] [x]( ) [^1]\n\n[^1]: note.md', []],
  ['[x](%E0%A4%A)', ['path %E0%A4%A']],
  ['- [ ] todo\n- [x] done', []],
])('links: %j', (text, links) => expect(linksIn(text)).toEqual(links))

it('tells places within the text, in order, of whatever it is given', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '[[',
          ']]',
          '[',
          ']',
          '](',
          ')',
          '`',
          '``',
          '#',
          'a',
          '读',
          ' ',
          '\n',
          '|',
          '\\',
          '    ',
          '<',
          '>',
          ']: ',
          '```',
        ),
      ),
      (parts) => {
        const text = parts.join('')
        const { tags, links } = readMarkup(text, 0)
        for (const { value, at } of tags) expect(text.slice(at + 1)).toContain(value)
        expect(links.map(({ at }) => at)).toEqual(links.map(({ at }) => at).toSorted((a, b) => a - b))
        for (const { at } of links) expect(text.charAt(at)).toMatch(/[[\]]/)
      },
    ),
  ))
