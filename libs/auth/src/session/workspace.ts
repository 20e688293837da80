import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import * as z from 'zod/mini'

const workspaceSchema = z.object({
  workspace_name: z.string().check(z.minLength(1)),
  support_email: z.nullable(z.string()),
  default_priority: z.string(),
  max_files: z.number(),
  /** Of one file. */
  max_file_bytes: z.number(),
})
const storedSchema = z.object({ settings: workspaceSchema, readAt: z.number() })

/** What the admins have set for everybody, as far as screens show it. */
export type Workspace = z.infer<typeof workspaceSchema>

/** Specification, sections 5 and 9; also what holds until the settings were read once. */
export const DEFAULT_WORKSPACE: Workspace = {
  workspace_name: 'Helpdesk',
  support_email: null,
  default_priority: 'normal',
  max_files: 5,
  max_file_bytes: 5 * 1024 * 1024,
}

const KEY = 'helpdesk-workspace'

function read(): z.infer<typeof storedSchema> | null {
  const parsed = z.safeParse(storedSchema, localStore.readJson(KEY))
  return parsed.success ? parsed.data : null
}

/** The workspace as this browser knows it: pages are painted with it before anybody was asked. */
export const workspaceAtom = atom<Workspace>(read()?.settings ?? DEFAULT_WORKSPACE)

/** {@link workspaceAtom} for components. */
export const useWorkspace = (): Workspace => useAtomValue(workspaceAtom, { store: getDefaultStore() })

/** Milliseconds since the settings were read, by any page of this browser; infinite when they never were. */
export function workspaceAge(): number {
  const stored = read()
  const age = stored ? Date.now() - stored.readAt : Infinity
  // A clock that was set back would otherwise keep old settings for as long.
  return age < 0 ? Infinity : age
}

/** Shows the settings that `row` holds and keeps them for the next page; what is none is left aside. */
export function rememberWorkspace(row: unknown): void {
  const parsed = z.safeParse(workspaceSchema, row)
  if (!parsed.success) return
  getDefaultStore().set(workspaceAtom, parsed.data)
  localStore.write(KEY, JSON.stringify({ settings: parsed.data, readAt: Date.now() }))
}
