/**
 * Compares the database's catalogue with the access matrix in supabase/matrix.ts. A new table, column, function, bucket
 * or grant fails here until it has a line there.
 */
import { closedByDefault } from './support/closed-by-default'
import { db } from './support/backend'

closedByDefault('a local portal', () => db)
