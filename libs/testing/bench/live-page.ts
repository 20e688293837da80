import { existsSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { browserClient, DEMO_PASSWORD, type Stack } from '../src/stack'

/** AUTH_STORAGE_KEY of `@helpdesk/supabase`, under which auth-js stores the session. */
const SESSION_KEY = 'helpdesk-auth'
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)

export interface LivePage {
  /** @returns milliseconds since 1970 at which a frame with the text was painted */
  whenPainted: (text: string) => Promise<number>
  close: () => Promise<void>
}

/** Resolves in the page with the time of the frame that first shows a text. */
const waitForText = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (expected) =>
      new Promise<number>((resolve) => {
        // without names: a transpiler that keeps them calls a helper that pages lack
        new MutationObserver((_, observer) => {
          if (!document.body.textContent.includes(expected)) return
          observer.disconnect()
          // The task after the next frame: the frame has been painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    text,
  )

/** Opens a real page of the built portal as that user, and waits until it shows a text and follows changes. */
export async function openLivePage(
  stack: Stack,
  email: string,
  path: string,
  text: string,
): Promise<LivePage> {
  const kept = new Map<string, string>()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // A page beside 200 clients that just started is slow to load.
  page.setDefaultTimeout(120_000)
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const client = browserClient(stack, { kept, headers: { 'user-agent': userAgent } })
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
  if (error) throw new Error(`${email} could not sign in: ${error.message}`)
  await page.goto(`${stack.url}/healthz`)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    kept.get('session') ?? '',
  ] as const)
  const joined = page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => /desk:staff.*"status":"ok"/.test(payload.toString()),
    }),
  )
  await page.goto(stack.url + path)
  await page.getByText(text).first().waitFor()
  await joined
  return { whenPainted: (expected) => waitForText(page, expected), close: () => browser.close() }
}
