import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createElement, type ReactNode } from 'react'

const cache = /* @__PURE__ */ createCache({ key: 'preview', speedy: false, stylisPlugins: [] })

/** Keeps the styles of what is rendered as text in the document, for templates that are made at build time. */
export const PreviewStyles = ({ children }: { children: ReactNode }) =>
  createElement(CacheProvider, { value: cache, children })

/** The rules of the classes below an element, in their order. Pages have the other rules themselves. */
export function stylesOf(element: Element): string[] {
  const classes = new Set([...element.querySelectorAll('[class]')].flatMap((each) => [...each.classList]))
  return cache.sheet.tags
    .map(({ textContent }) => textContent ?? '')
    .filter((rule) => classes.has(/\.(preview-[\w-]+)/.exec(rule)?.[1] ?? ''))
}
