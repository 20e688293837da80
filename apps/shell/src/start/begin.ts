// The page's only script besides the app's own: it starts the app. A file, because a web server whose content security
// policy still names the page before this one blocks inline scripts; those only hurry the start.
import type {} from '@helpdesk/supabase/head-start'

/** The app's entry script. */
declare const __START_FILE__: string

/** In `sessionStorage`: this tab took the files anew. */
const KEY = 'helpdesk-mended'

/**
 * Takes the page's scripts past the HTTP cache, which may keep a wrong body for a year, and loads the page again; once
 * in a tab.
 */
async function mend(failure: unknown): Promise<void> {
  if (sessionStorage.getItem(KEY)) throw failure
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')
  const answers = await Promise.all([...links].map(({ href }) => fetch(href, { cache: 'reload' })))
  if (!answers.every(({ ok }) => ok)) throw failure
  sessionStorage.setItem(KEY, '1')
  location.reload()
}

void Promise.resolve(globalThis.__helpdeskStart?.ready)
  .then(() => import(/* @vite-ignore */ __START_FILE__))
  .catch(mend)
