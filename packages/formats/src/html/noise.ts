import { setOf } from '@wuku/core/list-helpers'
import { attributeOf, firstNear, hasClass, isElement, startOfText } from './elements.ts'
import type { HtmlElement } from './html-tree.ts'

/** Everything that surrounds the content on each page of a site: menus, breadcrumbs, buttons, icons that copy a link. */
export function isNoise(element: HtmlElement): boolean {
  const { name } = element
  if (element.attributes.size === 0 && plain.has(name)) return false
  if (noisyNames.has(name)) return true
  if (name === 'aside') return !isSideContent(element)
  if (isPermalink(element)) return true
  if (name === 'header' && firstNear(element, isOfBanner, isNoHeader)) return true
  return element.attributes.size > 0 && (isHidden(element) || isNoisyByAttributes(element))
}

const isOfBanner = ({ name }: HtmlElement): boolean => ofBanners.has(name)

const isNoHeader = ({ name }: HtmlElement): boolean => name !== 'header'

/** Shown when its tab is chosen, and hidden in the file. */
export const isTabPanel = (element: HtmlElement): boolean =>
  attributeOf(element, 'role') === 'tabpanel' || tabPanel.test(element.classes)

/** Made for headings, and seen when the mouse is over them: `¶`, `#`, `§` or a drawing. */
export function isPermalink(element: HtmlElement): boolean {
  if (element.name !== 'a') return false
  if (permalink.test(element.classes)) return startOfText(element, 40).length < 40
  return attributeOf(element, 'href').startsWith('#') && /^\s*[¶#§🔗]\s*$/u.test(startOfText(element, 9))
}

/** By far the most, and never noise for their name. */
const plain = setOf('p li code em strong b i tr td th tbody thead br')
const noisyNames = setOf(
  'nav footer button select input textarea option label dialog head title meta progress rustdoc-toolbar',
)

/** The header of an article has none of them. */
const ofBanners = setOf('nav form input')

const isHidden = (element: HtmlElement): boolean => {
  const { attributes } = element
  if (hiddenClass.test(element.classes) || attributes.get('aria-hidden') === 'true') return true
  const hides =
    (attributes.has('hidden') && attributes.get('hidden') !== 'until-found') ||
    /display\s*:\s*none/i.test(attributes.get('style') ?? '')
  return hides && !isTabPanel(element)
}

const isNoisyByAttributes = (element: HtmlElement): boolean => {
  const { attributes, classes } = element
  if (noisyRoles.has(attributes.get('role') ?? '')) return true
  if (classes && (noisyClass.test(classes) || noisyModule.test(classes))) return true
  // The language that is shown above a fence.
  if (classes === ' lang ' && element.parent?.classes.includes('language-')) return true
  return noisyIds.has(attributes.get('id') ?? '')
}

/** Beside the text, yet a part of it. */
const isSideContent = (element: HtmlElement): boolean =>
  !hasClass(element, 'contents') && element.children.some(isElement) && sideContentClass.test(element.classes)

const sideContentClass =
  / (?:footnote(?:-list)?|citation(?:-list)?|topic|admonition|note|tip|warning|caution|danger|info|hint|important|callout|starlight-aside|system-message)[ _-]/
const tabPanel = / (?:tab-pane|tabbed-block|tab-content|sd-tab-content|tabcontent|tabpanel|tabs__content) /
const hiddenClass = / (?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|is-hidden|d-none) /
const permalink = new RegExp(
  ` (?:${[
    'headerlink|header-anchor|hash-link|heading-anchor|anchor|anchor-link|anchor-heading|anchorjs-link|doc-anchor|permalink|sl-anchor-link',
    'td-heading-self-link|tsd-anchor-icon|Documentation-idLink|viewcode-link|viewcode-back|srclink|src|test-arrow|edit-this-page',
    'skip-main-content|skip-to-content|skip-link',
  ].join('|')})[ _]`,
)

const noisyRoles = setOf(
  'navigation search banner contentinfo dialog alertdialog toolbar menu menubar doc-toc doc-pagelist',
)
const noisyIds = setOf(
  'toc table-of-contents tableofcontents toctitle breadcrumb breadcrumbs sidebar navbar nav footer cookie-banner comments disqus_thread menu-bar searchbox edit-this-page feedback',
)
const noisyClass = new RegExp(
  ` (?:${[
    'toc|table-of-contents|tableofcontents|on-this-page|page-toc|local-toc|td-toc|doc-toc',
    'breadcrumbs?|wy-breadcrumbs|tsd-breadcrumb|navbar|navigation|nav|navheader|navfooter|sidebar|sphinxsidebar|related|prev-next|prev-next-area|prev-next-footer',
    'pagination|pagination-nav|pager|page-nav|post-navigation|nav-chapters|nav-wide-wrapper|nav-wrapper|mobile-nav-chapters|rst-footer-buttons|footer',
    'edit-this-page|edit-page|edit-link|editlink|page-edit|github-link|md-source-file|md-content__button|md-feedback|md-source|last-updated|lastupdated',
    'feedback|was-this-helpful|helpful|page-feedback|feedback--answer|rating|share|social|sharedaddy|comments|comments-area|related-posts|newsletter',
    'copybtn|copy-button|copy|clipboard|code-copy|copy-to-clipboard-button|rightside|out-of-band|mw-editsection|navbox|td-page-meta|article-actions',
    'theme-doc-toc-mobile|theme-doc-breadcrumbs|theme-doc-footer|theme-doc-version-badge|theme-doc-version-banner|theme-edit-this-page|VPDocFooter|VPDocAside|VPLocalNav',
    'skip-link|skip-nav|skip-to-content|topNav|bottomNav|subNav|top-nav|sub-nav|rustdoc-breadcrumbs|sub-heading|hideme|tooltip|noprint|no-print|print-hide|genindex-jumpbox',
  ].join('|')}) `,
)
/** Names that a bundler puts a hash behind, and banners of all makes. */
const noisyModule =
  / (?:tocCollapsible|tableOfContents|breadcrumbsContainer|paginationNav|editThisPage|lastUpdated|docFooter|buttonGroup|cookie-?(?:banner|consent|notice|bar)|gdpr)[\w-]* /i
