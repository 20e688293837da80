import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Functions and triggers of lists and search, by schema; triggers end in `_search…`, `_sort_…`, `_follow_…` or `_tagged`. */
const functions = {
  public: ['list_tickets', 'list_ticket_ids', 'search_tickets', 'find_similar_tickets'],
  private: [
    ...['list_page', 'ticket_rows', 'ticket_orders', 'check_order', 'statuses_of', 'rank_of'],
    ...['refresh_tagged_tickets', 'follow_tags', 'follow_tagged_ticket'],
    ...['sort_key', 'sort_name', 'set_sort_keys', 'copy_name', 'copy_names', 'follow_name'],
    ...['plain_words', 'word_vector', 'person_tokens', 'search_tokens', 'build_documents'],
    ...[
      'index_tickets',
      'follow_tickets',
      'follow_parts',
      'rebuild_search',
      'stem',
      'learn_words',
      'typo_weight',
    ],
    ...['correct_for_staff', 'correct_for_customer', 'correct_query', 'all_of', 'any_of', 'phrase_of'],
    ...[
      'search_terms',
      'word_query',
      'beginning',
      'has_many_tickets',
      'search_query',
      'subject_query',
      'read_query',
      'search_filters',
    ],
    ...[
      'newest_documents',
      'rank_documents',
      'newest_containing',
      'find_tickets',
      'search_snippet',
      'hits_in',
      'similar_tickets',
    ],
  ],
}
const triggerNames =
  /^(tickets|comments|attachments|ticket_tags)_(search|sort_keys)\w*$|^ticket_tags_follow_\w+$|^tickets_tagged$|^profiles_name$/

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length

/**
 * Lines of the functions and triggers of lists and search as the migrations leave them, blank ones left out.
 * @param texts - the migrations in their order
 */
export function countLines(texts: readonly string[]): number {
  const latest = new Map<string, string>()
  const start = /^create (?:or replace )?(function|procedure|aggregate|trigger) ([\w.]+)/gm
  for (const text of texts)
    for (const match of text.matchAll(start)) {
      const [, kind = '', name = ''] = match
      const rest = text.slice(match.index)
      const end = kind === 'function' || kind === 'procedure' ? /\$\$;$/m : /;$/m
      const size = end.exec(rest)
      if (!size) throw new Error(`${name} has no end`)
      latest.set(kind === 'trigger' ? name : name, rest.slice(0, size.index + size[0].length))
    }
  const wanted = Object.entries(functions).flatMap(([schema, names]) =>
    names.map((name) => `${schema}.${name}`),
  )
  const missing = wanted.filter((name) => !latest.has(name))
  if (missing.length) throw new Error(`No migration creates ${missing.join(', ')}`)
  const counted = [...latest].filter(([name]) => wanted.includes(name) || triggerNames.test(name))
  return counted.reduce((sum, [, text]) => sum + lines(text), 0)
}

/** Reads the migrations in their order. */
export async function readMigrations(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}
