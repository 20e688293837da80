import { configureSupabase } from '@helpdesk/supabase/config'
import type { Registry } from '@helpdesk/remote-contract/registry'
import { setRegistry } from '../remotes/registry-state'

let resolveConfigured: () => void = () => undefined
const configured = new Promise<void>((resolve) => (resolveConfigured = resolve))

/** Configures the backend and the remotes. */
export function configure(registry: Registry): void {
  configureSupabase(registry.supabase)
  setRegistry(registry)
  resolveConfigured()
}

/** Resolves once backend and remotes are configured; sign-in pages render before that. */
export const whenConfigured = (): Promise<void> => configured
