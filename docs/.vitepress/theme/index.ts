import { useData, useRoute, withBase } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { defineComponent, h } from 'vue'
import english from '../../images/terminal.svg'
import chinese from '../../images/terminal.zh-CN.svg'
import './style.css'

/** The terminal recording stands on the home page, above the features. */
const Terminal = defineComponent(() => {
  const { lang } = useData()
  return () => {
    const isChinese = lang.value.startsWith('zh')
    return h('div', { class: 'terminal' }, [
      h('img', {
        src: withBase(isChinese ? chinese : english),
        alt: isChinese ? '终端录像' : 'A recording of the terminal',
      }),
    ])
  }
})

/** Some pages are in English only: the switch of languages would else lead nowhere. */
const NotHere = defineComponent(() => {
  const route = useRoute()
  return () => {
    const inEnglish = /\/zh\/(.+)$/.exec(route.path)?.[1]
    return h('div', { class: 'not-here' }, [
      h('p', inEnglish === undefined ? 'There is no such page.' : '这一页没有中文版。'),
      inEnglish === undefined
        ? h('a', { href: withBase('/') }, 'wuku')
        : h('a', { href: withBase(`/${inEnglish}`) }, 'English'),
      h('a', { href: withBase('/zh/') }, '首页'),
    ])
  }
})

const Layout = defineComponent(
  () => () => h(theme.Layout, null, { 'home-features-before': () => h(Terminal), 'not-found': () => h(NotHere) }),
)

export default { extends: theme, Layout }
