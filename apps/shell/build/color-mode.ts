import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const KEY = /KEY = '([^']+)'/

/**
 * Puts the script that picks light or dark before the first paint into the page's head. It is the one inline script:
 * the content security policy carries its hash. Its text and key belong to `@helpdesk/ui`.
 */
export function colorModePlugin(): Plugin {
  return {
    name: 'helpdesk-color-mode',
    transformIndexHtml: (html) => html.replace('<!-- color-mode -->', `<script>${readScript()}</script>`),
  }
}

/** The template literal in libs/ui: that package's sources are not Node's to import. */
function readScript(): string {
  const path = createRequire(import.meta.url).resolve('@helpdesk/ui/color-mode/color-mode')
  const source = readFileSync(path, 'utf8')
  const template = /colorModeScript = `([^`]+)`/.exec(source)?.[1]
  const key = KEY.exec(source)?.[1]
  const dark = /DARK = '([^']+)'/.exec(source)?.[1]
  if (!template || !key || !dark) throw new Error(`No colorModeScript in ${path}`)
  return template.replaceAll('${KEY}', key).replaceAll('${DARK}', dark)
}
