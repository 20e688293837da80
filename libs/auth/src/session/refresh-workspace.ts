import { loadData } from '@helpdesk/supabase/data-client'
import { getDefaultStore } from 'jotai'
import { rememberWorkspace } from './remember-workspace'
import { workspaceAge, workspaceAtom } from './workspace'

/** Age after which stored settings are read again. */
const WORKSPACE_FRESH_MS = 10 * 60_000
/** Longest wait of the first page for the workspace's name. */
const FIRST_READ_TIMEOUT_MS = 1_000

const columns =
  'workspace_name,support_email,default_priority,max_files,max_file_bytes,file_types,accent_color,logo,time_zone,working_days,opens_at,closes_at'
let pendingRead: Promise<void> | null = null

/**
 * Reads the workspace's settings when the stored ones are older than `maxAge` milliseconds. Never rejects: the stored
 * settings stay, and the server enforces the current ones.
 */
export function refreshWorkspace(maxAge: number = WORKSPACE_FRESH_MS): Promise<void> {
  if (workspaceAge() < maxAge) return Promise.resolve()
  pendingRead ??= readSettings().finally(() => (pendingRead = null))
  return pendingRead
}

async function readSettings(): Promise<void> {
  try {
    const { data } = await (await loadData()).from('workspace_settings').select(columns).maybeSingle()
    rememberWorkspace(data)
  } catch {
    // the next session or form retries
  }
}

/**
 * Reads the settings at the start of a session. A browser without stored settings waits for them, so that the
 * workspace's name does not change on the screen; others continue with the stored ones.
 */
export function loadWorkspace(): Promise<void> {
  const known = workspaceAge() !== Infinity
  const read = refreshWorkspace()
  return known ? Promise.resolve() : Promise.race([read, timeout()])
}

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, FIRST_READ_TIMEOUT_MS))

/** Reads the support address for signed-out visitors. Never rejects. */
export async function refreshSupportAddress(): Promise<void> {
  try {
    const { data, error } = await (await loadData()).rpc('support_address')
    if (error) return
    getDefaultStore().set(workspaceAtom, (known) => ({
      ...known,
      support_email: typeof data === 'string' ? data : null,
    }))
  } catch {
    // the stored address stays
  }
}
