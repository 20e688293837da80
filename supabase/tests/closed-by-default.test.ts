/**
 * Nothing is open by accident: the catalogue of the database against supabase/matrix.ts, the page that says who may do
 * what. A new table, column, function, bucket or grant fails here until it has its line THERE (its head says how).
 */
import { closedByDefault } from './support/closed-by-default'
import { db } from './support/world'

closedByDefault('a local portal', () => db)
