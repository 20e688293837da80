import type { Page } from '@playwright/test'
import { browserClient, type Project } from '@helpdesk/testing/stack'
import { expect, password } from './portal'
import { portal } from './this-portal'

/** AUTH_STORAGE_KEY of `@helpdesk/supabase`, under which auth-js stores the session. */
const SESSION_KEY = 'helpdesk-auth'

/** A new session of that user, as auth-js stores it. */
async function newSession(project: Project, email: string, userAgent: string): Promise<string> {
  const kept = new Map<string, string>()
  const client = browserClient(project, { kept, headers: { 'user-agent': userAgent } })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw new Error(`${email} could not sign in: ${error.message}`)
  return kept.get('session') ?? ''
}

/**
 * Stores a session in the page's browser, as if the user had signed in before. Opens no screen.
 * @param blank - a page of the portal's origin without scripts
 */
export async function startSession(
  page: Page,
  email: string,
  project: Project = portal,
  blank = '/healthz',
): Promise<void> {
  const session = await newSession(project, email, await page.evaluate(() => navigator.userAgent))
  await page.goto(project.url + blank)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, session] as const)
}

/** Opens a screen as a signed-in user. Tests of signing in use `signIn`. */
export async function openAs(
  page: Page,
  email: string,
  path = '/',
  project: Project = portal,
): Promise<void> {
  await startSession(page, email, project)
  await page.goto(project.url + path)
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible()
}

/** Stores that the session's token ends in so many seconds. Leaves the portal, so that no tab refreshes it. */
export async function ageSession(page: Page, secondsLeft: number): Promise<void> {
  await page.goto(new URL('/healthz', page.url()).href)
  await page.evaluate(
    ([key, expiresAt]) => {
      const session: object = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: expiresAt }))
    },
    [SESSION_KEY, Math.floor(Date.now() / 1000) + secondsLeft] as const,
  )
}
