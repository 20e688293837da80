import { loadData } from '@helpdesk/supabase'
import { getDefaultStore } from 'jotai'
import { rememberWorkspace, workspaceAge, workspaceAtom } from './workspace'

/** How long what this browser knows of the workspace is shown without asking again. */
const WORKSPACE_FRESH_MS = 10 * 60_000
/** A first page waits this long for the name that it shows, then goes on without. */
const PATIENCE_MS = 1_000

const columns = 'workspace_name,support_email,default_priority,max_files,max_file_bytes'
let reading: Promise<void> | null = null

/**
 * Reads the workspace's settings when those that are known are older than `maxAge` milliseconds. Never rejects: what is
 * known stays, and the server enforces its own.
 */
export function refreshWorkspace(maxAge: number = WORKSPACE_FRESH_MS): Promise<void> {
  if (workspaceAge() < maxAge) return Promise.resolve()
  reading ??= readSettings().finally(() => (reading = null))
  return reading
}

async function readSettings(): Promise<void> {
  try {
    const { data } = await (await loadData()).from('workspace_settings').select(columns).maybeSingle()
    rememberWorkspace(data)
  } catch {
    // No connection, or no code: the next session or form asks again.
  }
}

/**
 * For the start of a session, beside the profile: a browser that has never seen the workspace waits for it, so that its
 * name does not change before the reader's eyes; any other goes on with what it knows.
 */
export function knowWorkspace(): Promise<void> {
  const known = workspaceAge() !== Infinity
  const read = refreshWorkspace()
  return known ? Promise.resolve() : Promise.race([read, pause()])
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))

/** Reads the support address for somebody who is not signed in. Never rejects. */
export async function refreshSupportAddress(): Promise<void> {
  try {
    const { data, error } = await (await loadData()).rpc('support_address')
    if (error) return
    getDefaultStore().set(workspaceAtom, (known) => ({
      ...known,
      support_email: typeof data === 'string' ? data : null,
    }))
  } catch {
    // What this browser knows stays.
  }
}
