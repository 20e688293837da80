import { db } from './backend'

// Files share a database, and a customer with the name of a staff member gets a marked name. So the staff of earlier
// files is renamed.
await db`
  update public.profiles set name = 'Former ' || left(name, 43) where role <> 'customer' and name not like 'Former %'`
