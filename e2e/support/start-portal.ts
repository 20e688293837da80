import { startStack } from '@helpdesk/testing/stack'

/** One portal with the demo desk for all journeys; what reaches it travels in the environment. */
export default async function startPortal(): Promise<() => Promise<void>> {
  const stack = await startStack({ seed: 'demo', static: true })
  process.env.PORTAL_URL = stack.url
  process.env.PORTAL_PUBLISHABLE_KEY = stack.publishableKey
  process.env.PORTAL_SECRET_KEY = stack.secretKey
  process.env.PORTAL_DATABASE_URL = stack.databaseUrl
  return () => stack.stop()
}
