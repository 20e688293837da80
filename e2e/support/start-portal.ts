import { startStack } from '@helpdesk/testing/stack'

/** One portal with the demo desk for all journeys; its address travels in the environment. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const stack = await startStack({ seed: 'demo', static: true })
  process.env.PORTAL_URL = stack.url
  process.env.PORTAL_PUBLISHABLE_KEY = stack.publishableKey
  return () => stack.stop()
}
