export { configureSupabase, supabaseConfig, type SupabaseConfig } from './config'
export { authClient, type AuthChangeEvent, type Session, type User } from './auth-client'
export { AUTH_STORAGE_KEY } from './stored-session'
export { getConnection, subscribeConnection, type Connection } from './connection'
export { recoverSession, setSessionRecovery, type SessionRecovery } from './session-recovery'
export { loadData, type DataClient } from './data-client'
export { currentBearer } from './authorized-fetch'
export { loadStorage } from './storage-client'
export { callFunction, openFunction } from './functions'
export {
  AppError,
  ConflictError,
  ForbiddenError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  UnknownError,
  ValidationError,
} from './errors/app-error'
export { referenceIn } from './errors/references'
export { toAppError } from './errors/to-app-error'
export { errorFromStorage } from './errors/storage-error'
export { ask, parseAnswer } from './ask'
export { send, type Answer } from './send'
export type { Tables, TablesInsert, TablesUpdate } from './tables'
export type { Database } from './database.types'
export { prepareQueryClient } from './query/query-client'
export { NOTIFICATIONS_KEY, UNREAD_KEY, type UnreadNotifications } from './query/notification-keys'
export { isFirstScreen } from './head-start'
export { askFirstFor, followChanges, followsChanges, type Changes } from './live/follow'
export { loadLive, type Room } from './live/rooms'
export * as z from './schema'
