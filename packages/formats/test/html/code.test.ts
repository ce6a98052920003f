import { expect, it } from 'vitest'
import { read as readHtml } from '../../src/html/index.ts'

const check = (text: string, expected: string) => {
  const answer = readHtml({ path: 'guide.docx', text: `<main>${text}</main>` })
  expect('page' in answer && answer.page.text).toBe(`${expected}\n`)
}

it.each<[string, string]>([
  [
    '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>x = 1</pre></div></div>',
    'python',
  ],
  [
    '<div class="highlight-default notranslate"><div class="highlight"><pre><span></span><span class="n">x</span></pre></div></div>',
    'python',
  ],
  ['<div class="highlight-none notranslate"><div class="highlight"><pre>x = 1</pre></div></div>', ''],
  [
    '<div class="language-ts vp-adaptive-theme"><button class="copy"></button><span class="lang">ts</span><pre class="shiki"><code><span class="line">x</span></code></pre></div>',
    'ts',
  ],
  [
    '<pre class="prism-code language-jsx"><code class="codeBlockLines_x"><div class="token-line">x<br></div></code></pre>',
    'jsx',
  ],
  ['<pre><code class="language-c++ hljs">x</code></pre>', 'c++'],
  ['<pre><code class="hljs rust">x</code></pre>', 'rust'],
  ['<div class="sourceCode"><pre class="sourceCode haskell"><code>x</code></pre></div>', 'haskell'],
  ['<pre class="brush: js; gutter: false">x</pre>', 'js'],
  ['<pre data-lang="go">x</pre>', 'go'],
  [
    '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code>x</code></pre></div></div>',
    'ruby',
  ],
  ['<div class="highlight highlight-source-shell"><pre>x</pre></div>', 'shell'],
  ['<pre class="rust rust-example-rendered"><code>x</code></pre>', 'rust'],
  ['<pre><code class="language-text">x</code></pre>', ''],
  ['<pre>x</pre>', ''],
])('the language that a highlighter names: %j', (text, language) => {
  const answer = readHtml({ path: 'guide.docx', text: `<main>${text}</main>` })
  expect('page' in answer && answer.page.text.split('\n', 1)).toEqual([`\`\`\`${language}`])
})

it.each<[string, string]>([
  ['<pre>\n  a &lt; b\r\n\r\n\t中文  \n</pre>', '```\n  a < b\n\n\t中文\n```'],
  ['<pre>a<br>b</pre>', '```\na\nb\n```'],
  ['<pre>one\n```js\ntwo\n```</pre>', '````\none\n```js\ntwo\n```\n````'],
  ['<pre><code><div class="token-line">a</div><div class="token-line">b</div></code></pre>', '```\na\nb\n```'],
  ['<pre><span class="lineno">1 </span>a\n<span class="ln">2</span>b</pre>', '```\na\nb\n```'],
  ['<pre><code>require(x)\n</code><code>import x\n</code></pre>', '```\nrequire(x)\n\n\nimport x\n```'],
  ['<pre><button class="copybtn">Copy</button>a</pre>', '```\na\n```'],
  [
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
    '```\na\nb\n```',
  ],
  [
    '<div class="highlight"><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre>1</pre></td><td class="rouge-code"><pre>a</pre></td></tr></table></div>',
    '```\na\n```',
  ],
  [
    '<div class="chroma"><table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span></code></pre></td><td class="lntd"><pre><code class="language-go" data-lang="go">a</code></pre></td></tr></table></div>',
    '```go\na\n```',
  ],
  [
    '<pre><table class="hljs-ln"><tr><td class="hljs-ln-numbers"><div>1</div></td><td>a</td></tr><tr><td class="hljs-ln-numbers"></td><td>b</td></tr></table></pre>',
    '```\na\nb\n```',
  ],
])('code as it stands: %j', check)
