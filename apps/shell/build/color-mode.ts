import { createRequire } from 'node:module'
import { runnerImport, type Plugin } from 'vite'

const SOURCE = createRequire(import.meta.url).resolve('@helpdesk/ui/color-mode/color-mode')

/**
 * Inlines the script of `@helpdesk/ui` that picks light or dark before the first paint into the page's head. Its hash
 * is in the content security policy.
 */
export function colorModePlugin(): Plugin {
  return {
    name: 'helpdesk-color-mode',
    async transformIndexHtml(html) {
      const { module } = await runnerImport<{ colorModeScript: string }>(SOURCE, { configFile: false })
      return html.replace('<!-- color-mode -->', () => `<script>${module.colorModeScript}</script>`)
    },
  }
}
