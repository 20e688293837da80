import { db } from './world'

// All files share one database. A customer whose name is that of a member of staff gets a mark, so the staff of earlier
// files give their names up.
await db`
  update public.profiles set name = 'Former ' || left(name, 43) where role <> 'customer' and name not like 'Former %'`
