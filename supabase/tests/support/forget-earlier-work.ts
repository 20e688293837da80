import { db } from './backend'

// Files share a database. Merged tickets refuse changes of all tickets, and lists and jobs take so many snoozed tickets
// and waiting replies at once: those of earlier files would stand before a file's own.
await db`delete from public.comments where send_at is not null`
await db`delete from public.tickets where merged_into is not null or snoozed_until is not null`
