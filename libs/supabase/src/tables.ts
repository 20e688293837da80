import type { Database } from './database.types'

type PublicTables = Database['public']['Tables']

/** A row as the data API returns it, such as `Tables<'tickets'>`. */
export type Tables<Name extends keyof PublicTables> = PublicTables[Name]['Row']
/** What an insert may carry. */
export type TablesInsert<Name extends keyof PublicTables> = PublicTables[Name]['Insert']
/** What an update may carry. */
export type TablesUpdate<Name extends keyof PublicTables> = PublicTables[Name]['Update']
