import type { Database } from './database.types'

type PublicTables = Database['public']['Tables']

/** A row as the data API returns it, such as `Tables<'tickets'>`. */
export type Tables<Name extends keyof PublicTables> = PublicTables[Name]['Row']
/** Columns of an insert. */
export type TablesInsert<Name extends keyof PublicTables> = PublicTables[Name]['Insert']
/** Columns of an update. */
export type TablesUpdate<Name extends keyof PublicTables> = PublicTables[Name]['Update']
