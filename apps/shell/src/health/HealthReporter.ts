import { getAuthState } from '@helpdesk/auth/session/auth-state'
import { supabaseConfig } from '@helpdesk/supabase/config'
import { useEffect } from 'react'
import { onCLS, onINP, onLCP } from 'web-vitals'
import { browserFamily } from './error-name'
import { takeEvents } from './events'
import { recordError, recordVital } from './record'

/** Share of page loads whose vitals are reported. Errors and load failures always are. */
const VITALS_SAMPLE = 0.25
const INTERVAL_MS = 60_000

let started = false

/** Reports errors, load failures and web vitals of this page: each minute, and when it is hidden. */
export function HealthReporter() {
  useEffect(() => {
    if (!started) observePage()
    started = true
    const timer = setInterval(reportEvents, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return null
}

function observePage(): void {
  // without an error: a script of another origin, or a notice of the browser
  addEventListener('error', ({ error }) => error && recordError(error))
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason))
  if (Math.random() < VITALS_SAMPLE)
    for (const observe of [onLCP, onINP, onCLS]) observe(({ name, value }) => recordVital(name, value))
  // after web-vitals, whose listeners finish the values
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') reportEvents()
  })
  reportEvents()
}

/**
 * Sends the recorded events. Not by the data client: a refused report must not ask for the password. `keepalive` lets
 * the browser finish the request after the page.
 */
function reportEvents(): void {
  const { session } = getAuthState()
  if (!session) return
  const events = takeEvents()
  if (events.length === 0) return
  const browser = browserFamily(navigator.userAgent)
  const { url, publishableKey } = supabaseConfig()
  fetch(`${url}/rest/v1/rpc/report_client_events`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      apikey: publishableKey,
      authorization: `Bearer ${session.access_token}`,
    },
    body: JSON.stringify({ events: events.map((event) => ({ ...Object(event), browser })) }),
  })
    // a lost report is not worth a retry
    .catch((error: unknown) => console.warn(error))
}
