import { compareSchemas, type Difference, type Schema } from './compare-schemas'

/** Rows that admins change in the portal. */
const settings = /^(row|bucket) /
/** What the platform of a hosted project decides. */
const platform = /^(extension|default grant|schema grant|role setting) /

/** A table, type or function of the portal's schemas; others make objects of their own in those of the services. */
const relation = /\b((?:public|private|gate)\.[\w$"]+)/

/**
 * Where a database differs from the baseline. What the baseline knows nothing of, such as tables of another application,
 * is no difference.
 * @param isHosted - the platform of a hosted project has set rights and roles
 */
export function differencesFromBaseline(database: Schema, baseline: Schema, isHosted: boolean): Difference[] {
  const own = new Set([...baseline.keys()].flatMap((key) => relation.exec(key)?.[1] ?? []))
  const isForeign = ({ object, right }: Difference) =>
    right === undefined && !own.has(relation.exec(object)?.[1] ?? '')
  return compareSchemas(database, baseline).filter(
    (found) =>
      !settings.test(found.object) && !(isHosted && platform.test(found.object)) && !isForeign(found),
  )
}

/** What differs, in words; without definitions, which may be long. */
export function describeDifference({ object, left, right }: Difference): string {
  if (left === undefined) return `${object} is missing`
  return right === undefined ? `${object} is too many` : `${object} has another definition`
}
