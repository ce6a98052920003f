import { describe, expect, it } from 'vitest'
import type { Dependency, Ecosystem } from '../../src/projects/dependency.ts'
import { dependencyOf, type LibraryNames } from '../../src/projects/match.ts'

const use = (ecosystem: Ecosystem, name: string, more: Partial<Dependency> = {}): Dependency => ({
  ecosystem,
  name,
  wanted: '^1',
  locked: '1.0.0',
  isDirect: true,
  from: 'package.json',
  ...more,
})

const used = [
  use('npm', '@types/react'),
  use('npm', '@emotion/react'),
  use('npm', 'react'),
  use('npm', 'react-dom'),
  use('npm', 'next'),
  use('npm', '@angular/core'),
  use('npm', '@angular/forms'),
  use('npm', '@tanstack/react-query'),
  use('npm', 'core'),
  use('go', 'github.com/gin-gonic/gin'),
  use('go', 'github.com/labstack/echo/v4'),
  use('go', 'gopkg.in/yaml.v3'),
  use('maven', 'org.springframework.boot:spring-boot-starter-web'),
  use('maven', 'com.google.guava:guava'),
  use('pypi', 'Typing_Extensions'),
  use('cargo', 'serde_json'),
  use('composer', 'laravel/framework'),
  use('gem', 'rails'),
]

describe('the dependencies that are a library', () => {
  it.each<[library: LibraryNames, found: readonly (readonly [name: string, surety: number])[]]>([
    [{ name: 'React', slug: '/facebook/react' }, [['react', 1]]],
    [{ name: 'Next.js', slug: '/vercel/next.js' }, [['next', 0.9]]],
    [{ name: 'Angular', slug: '/angular/angular' }, [['@angular/core', 0.8]]],
    [{ name: 'Vue', slug: '/vuejs/core' }, [['core', 0.7]]],
    [{ name: 'Gin Web Framework', slug: '/gin-gonic/gin' }, [['github.com/gin-gonic/gin', 0.95]]],
    [{ name: 'gin', slug: '/docs/gin' }, [['github.com/gin-gonic/gin', 0.85]]],
    [{ name: 'Echo', slug: '/labstack/echo' }, [['github.com/labstack/echo/v4', 0.95]]],
    [{ name: 'yaml', slug: '/go-yaml/yaml' }, [['gopkg.in/yaml.v3', 0.85]]],
    [
      { name: 'Spring Boot', slug: '/spring-projects/spring-boot' },
      [['org.springframework.boot:spring-boot-starter-web', 0.6]],
    ],
    [{ name: 'Guava', slug: '/google/guava' }, [['com.google.guava:guava', 0.85]]],
    [{ name: 'typing-extensions', slug: '/python/typing_extensions' }, [['Typing_Extensions', 1]]],
    [{ name: 'Serde JSON', slug: '/serde-rs/json' }, [['serde_json', 1]]],
    [{ name: 'Laravel', slug: '/laravel/framework' }, [['laravel/framework', 0.95]]],
    [{ name: 'Ruby on Rails', slug: '/rails/rails' }, [['rails', 0.7]]],
    [{ name: '蚂蚁设计', slug: '/docs/蚂蚁设计' }, []],
    [{ name: '🧑‍🚀', slug: '/docs/library' }, []],
  ])('%j', (library, found) =>
    expect(dependencyOf(library, used).map(({ dependency, surety }) => [dependency.name, surety])).toEqual(found),
  )

  it('are all named, direct and exact ones first', () => {
    const several = [
      use('npm', 'react', { from: 'lock', isDirect: false, locked: '17.0.2' }),
      use('npm', 'react', { from: 'a', locked: undefined }),
      use('npm', 'react', { from: 'b', locked: '18.3.1' }),
    ]
    expect(dependencyOf({ name: 'react', slug: '/facebook/react' }, several)).toMatchObject([
      { dependency: { from: 'b' }, because: 'the same name' },
      { dependency: { from: 'a' } },
      { dependency: { from: 'lock' } },
    ])
  })
})
