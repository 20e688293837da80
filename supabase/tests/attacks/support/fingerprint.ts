import { db } from '../../support/backend'

interface Mark {
  name: string
  mark: string
}

/** Contents by table, with the versions of rows that they were computed from. */
const known = new Map<string, { versions: string; content: string }>()

/** Reads `count:sum` of an expression per table. */
const marksOf = (names: readonly string[], expression: (name: string) => string) =>
  db.unsafe<Mark[]>(
    names
      .map(
        (name) =>
          `select '${name}' as name, count(*) || ':' || coalesce(sum(${expression(name)}::numeric), 0) as mark from ${name} t`,
      )
      .join(' union all '),
  )

/**
 * Hashes everything that an attack could change: all rows of the project, files, accounts and sessions. Words stay known
 * after their tickets are deleted, figures keep changes that cancel each other out until they are folded, and the backend
 * sweeps the store of files that earlier tests left.
 */
export async function fingerprint(): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relname not in ('recent_writes', 'search_words', 'figure_changes', 'daily_figures',
        'mail_attempts', 'mail_channel', 'sent_mails', 'server_checks', 'unrecorded_files')
      and (c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      or c.oid in ('storage.objects'::regclass, 'storage.buckets'::regclass, 'auth.users'::regclass,
        'auth.sessions'::regclass, 'auth.identities'::regclass))
    order by 1`
  const names = tables.map(({ name }) => name)
  // The text of all rows is read only of tables whose rows have other versions than before.
  const versions = await marksOf(names, () => 't.xmin::text')
  const changed = versions.filter(({ name, mark }) => known.get(name)?.versions !== mark)
  // Excludes request counters and the delivery state of mails, which change in the background.
  const row = (name: string) =>
    name === 'notification_outbox' ? '(t.id, t.kind, t.recipient_id, t.excerpt)' : 't'
  const contents =
    changed.length > 0
      ? await marksOf(
          changed.map(({ name }) => name),
          (name) => `hashtextextended(${row(name)}::text, 0)`,
        )
      : []
  const versionsOf = new Map(versions.map(({ name, mark }) => [name, mark]))
  for (const { name, mark } of contents)
    known.set(name, { versions: versionsOf.get(name) ?? '', content: mark })
  return Object.fromEntries(names.map((name) => [name, known.get(name)?.content ?? '']))
}
