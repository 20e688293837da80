import { currentBearer } from '../authorized-fetch'
import { supabaseConfig } from '../config'
import { createLive, type Live } from './realtime'

export type { Room } from './realtime'

// One connection per page: this library has one instance, which the shell and all remotes share.
let page: Live | undefined

/** The page's connection, with the rights of the session that is signed in now. */
export const pageLive = (): Live => (page ??= createLive({ ...supabaseConfig(), accessToken: currentBearer }))
