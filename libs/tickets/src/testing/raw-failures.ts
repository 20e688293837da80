import { authStateAtom } from '@helpdesk/auth'
import { configureSupabase } from '@helpdesk/supabase'
import { storageTexts } from '@helpdesk/supabase/errors/storage-error'
import { UNREACHABLE_TEXT } from '@helpdesk/ui/components/error-text'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failureText, failureToasts, ticketErrorTexts } from '../model/errors'

/** Any id, because no request reaches a backend. */
export const ANY_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

const page = '<html><body><h1>Internal Server Error</h1></body></html>'
const answers: Record<string, () => Promise<Response>> = {
  'an empty 500': () => Promise.resolve(new Response('', { status: 500 })),
  'a 500 with a page': () => Promise.resolve(new Response(page, { status: 500 })),
  'a 500 with an empty object': () => Promise.resolve(new Response('{}', { status: 500 })),
  'a 413 with a page': () => Promise.resolve(new Response(page, { status: 413 })),
  'an empty 429': () => Promise.resolve(new Response('', { status: 429 })),
  'no connection': () => Promise.reject(new TypeError('Failed to fetch')),
}
/** Every text that a failure may show: specification, section 8, those of files, and the text for a lost connection. */
const KNOWN_TEXTS: readonly string[] = [
  ...Object.values(ticketErrorTexts),
  failureToasts.unknown.description,
  UNREACHABLE_TEXT,
  ...Object.values(storageTexts),
]

/** Tests that each command reports six kinds of raw failures with a known text. */
export function testRawFailures(commands: readonly [string, () => Promise<unknown>][]): void {
  beforeEach(() => {
    configureSupabase({ url: 'http://backend.test', publishableKey: 'public' })
    const user = { id: ANY_ID, aud: '', app_metadata: {}, user_metadata: {}, created_at: '' }
    getDefaultStore().set(authStateAtom, (state) => ({ ...state, isLoading: false, initialized: true, user }))
  })
  afterEach(() => vi.unstubAllGlobals())

  for (const [kind, answer] of Object.entries(answers)) {
    it.each(commands)(`${kind} in %s shows a known text`, async (_, command) => {
      vi.stubGlobal('fetch', answer)
      const failure = await command().then(
        () => expect.fail('should have failed'),
        (error: unknown) => error,
      )
      expect(KNOWN_TEXTS).toContain(failureText(failure))
    })
  }
}
