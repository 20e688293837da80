import type { Page } from '@playwright/test'

/** Collects what user text causes on a page: scripts, dialogs, requests, and with `inspect` executable markup. */
export async function watchForScripts(
  page: Page,
): Promise<{ found: string[]; inspect: (screen: string) => Promise<void> }> {
  const found: string[] = []
  await page.exposeFunction('userTextRan', (what: string) => void found.push(`ran: ${what}`))
  await page.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print'])
      Object.defineProperty(window, name, {
        value: (text: unknown) =>
          Reflect.get(window, 'userTextRan')(`${name} ${String(text)} ${location.pathname}`),
      })
  })
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('/canary/') || request.url().startsWith('data:text/html'))
      found.push(`request: ${request.url()}`)
  })
  return {
    found,
    inspect: async (screen) => {
      const markup = await page.evaluate(() => {
        const handlers = [...document.querySelectorAll('*')].filter((element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')),
        )
        const frames = [
          ...document.querySelectorAll(
            'iframe, object, embed, base, marquee, math, template, link[href*=canary]',
          ),
        ]
        const links = [
          ...document.querySelectorAll('a[href], form[action], button[formaction], area[href]'),
        ].filter((element) => {
          const target =
            element.getAttribute('href') ??
            element.getAttribute('action') ??
            element.getAttribute('formaction')
          return !/^(https?|mailto|blob):/.test(new URL(target ?? '', location.href).protocol)
        })
        return [...handlers, ...frames, ...links].map((element) => element.outerHTML.slice(0, 120))
      })
      found.push(...markup.map((html) => `${screen}: ${html}`))
    },
  }
}
